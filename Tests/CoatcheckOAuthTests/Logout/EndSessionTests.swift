// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("A sign-out at the authorization server")
struct EndSessionTests {
  private static let redirect = "https://app.example/bye"

  private static func transaction(
    at endpoint: String = "https://op.example/logout", redirect: String? = redirect
  ) throws -> EndSessionTransaction {
    try EndSessionTransaction(
      endpoint: Endpoint(endpoint), idTokenHint: Secret("a.b.c"), clientID: "app",
      postLogoutRedirectURI: redirect, environment: .fixed())
  }

  @Test("the URL has the ID token, the client, the redirect URI and a state")
  func address() throws {
    let transaction = try Self.transaction()
    #expect(transaction.url.absoluteString.hasPrefix("https://op.example/logout?"))
    let query = try transaction.url.parameters
    let state = try #require(transaction.state).reveal()
    let expected: Parameters = [
      "id_token_hint": "a.b.c", "client_id": "app", "post_logout_redirect_uri": Self.redirect,
      "state": state,
    ]
    #expect(query == expected && state.count == 43)
  }

  @Test("without a redirect URI there is no state, and no callback is accepted")
  func withoutRedirect() throws {
    let transaction = try Self.transaction(redirect: nil)
    #expect(try transaction.url.parameters.names == ["id_token_hint", "client_id"])
    #expect(transaction.state == nil)
    expectMisuse { try transaction.check("https://app.example/bye?state=x") }
  }

  @Test("the query of the endpoint is kept, unless it sets a parameter of the request")
  func ownQuery() throws {
    let transaction = try Self.transaction(at: "https://op.example/logout?tenant=t")
    #expect(transaction.url.absoluteString.hasPrefix("https://op.example/logout?tenant=t&id_tok"))
    expectError(naming: "state") {
      try Self.transaction(at: "https://op.example/logout?state=x")
    }
  }

  @Test("a callback with the state is accepted")
  func answer() throws {
    let transaction = try Self.transaction()
    let state = try #require(transaction.state).reveal()
    try transaction.check("https://app.example/bye?state=\(state)")
    try transaction.check("https://app.example/bye?x=1&state=\(state)")
  }

  static let forged: [(String, OAuthError.Code)] = [
    ("https://app.example/bye", .stateMismatch),
    ("https://app.example/bye?state=other", .stateMismatch),
    ("https://evil.example/bye?state=STATE", .callbackMalformed),
    ("https://app.example/other?state=STATE", .callbackMalformed),
    ("https://app.example/bye?state=STATE&state=STATE", .callbackMalformed),
    ("nonsense", .callbackMalformed),
  ]

  @Test("a callback with another state or address is refused", arguments: forged)
  func forgery(_ callback: String, _ code: OAuthError.Code) throws {
    let transaction = try Self.transaction()
    let state = try #require(transaction.state).reveal()
    expectError(.unreadable(code, "")) {
      try transaction.check(callback.replacing("STATE", with: state))
    }
  }

  @Test("an error in the callback is reported with its code")
  func refusal() throws {
    let transaction = try Self.transaction()
    let state = try #require(transaction.state).reveal()
    expectError(.refused(.serverError, "")) {
      try transaction.check("https://app.example/bye?error=server_error&state=\(state)")
    }
  }

  @Test("neither the ID token nor the state is printed")
  func secrecy() throws {
    let transaction = try Self.transaction()
    let shown = printed(transaction)
    #expect(!shown.contains("a.b.c"))
    #expect(try !shown.contains(#require(transaction.state).reveal()))
  }

  @Test("an invalid redirect URI is an error of the caller")
  func badRedirect() throws {
    for redirect in [
      "javascript:alert(1)", "http://app.example/", "nowhere", "https://app.example/?a=1&a=2",
    ] {
      expectError(naming: "redirectURI") { try Self.transaction(redirect: redirect) }
    }
  }
}
