// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Ending a provider's session")
struct EndSessionTests {
  private static let redirect = "https://app.example/bye"

  private static func transaction(
    at endpoint: String = "https://op.example/logout", redirect: String? = redirect
  ) throws -> EndSessionTransaction {
    try EndSessionTransaction(
      endpoint: Endpoint(endpoint), idTokenHint: Secret("a.b.c"), clientID: "app",
      postLogoutRedirectURI: redirect, environment: .fixed())
  }

  private static func query(_ url: URL) throws -> Parameters {
    try Parameters(decoding: url.absoluteString.drop { $0 != "?" }.dropFirst())
  }

  @Test("the address names the ID token, the client, the way back and a state")
  func address() throws {
    let transaction = try Self.transaction()
    #expect(transaction.url.absoluteString.hasPrefix("https://op.example/logout?"))
    let query = try Self.query(transaction.url)
    #expect(query["id_token_hint"] == "a.b.c")
    #expect(query["client_id"] == "app")
    #expect(query["post_logout_redirect_uri"] == Self.redirect)
    let state = try #require(transaction.state)
    #expect(query["state"].map { Secret($0).matches(state) } == true)
    #expect(state.reveal().count == 43)
  }

  @Test("without a way back there is no state, and no answer is taken")
  func withoutRedirect() throws {
    let transaction = try Self.transaction(redirect: nil)
    #expect(try Self.query(transaction.url).names == ["id_token_hint", "client_id"])
    #expect(transaction.state == nil)
    let error = failure { () throws(OAuthError) in
      try transaction.check("https://app.example/bye?state=x")
    }
    #expect(error?.outcome == .misused)
  }

  @Test("the endpoint's own query stays, unless it sets a parameter of the request")
  func ownQuery() throws {
    let transaction = try Self.transaction(at: "https://op.example/logout?tenant=t")
    #expect(transaction.url.absoluteString.hasPrefix("https://op.example/logout?tenant=t&id_tok"))
    let endpoint = try Endpoint("https://op.example/logout?state=x")
    let error = failure { () throws(OAuthError) in
      try EndSessionTransaction(
        endpoint: endpoint, idTokenHint: nil, clientID: "app",
        postLogoutRedirectURI: Self.redirect, environment: .fixed())
    }
    #expect(error?.parameter == "state")
  }

  @Test("the answer with the state is taken")
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

  @Test("an answer from elsewhere is refused", arguments: forged)
  func forgery(_ callback: String, _ code: OAuthError.Code) throws {
    let transaction = try Self.transaction()
    let state = try #require(transaction.state).reveal()
    let error = failure { () throws(OAuthError) in
      try transaction.check(callback.replacing("STATE", with: state))
    }
    #expect(error == .unreadable(code, ""))
  }

  @Test("a provider's no is one")
  func refusal() throws {
    let transaction = try Self.transaction()
    let state = try #require(transaction.state).reveal()
    let error = failure { () throws(OAuthError) in
      try transaction.check("https://app.example/bye?error=server_error&state=\(state)")
    }
    #expect(error == .refused(.serverError, ""))
  }

  @Test("neither the ID token nor the state is printed")
  func secrecy() throws {
    let transaction = try Self.transaction()
    var shown = "\(transaction)"
    dump(transaction, to: &shown)
    #expect(!shown.contains("a.b.c"))
    #expect(try !shown.contains(#require(transaction.state).reveal()))
  }

  @Test("an invalid return address is the caller's mistake")
  func badRedirect() throws {
    let endpoint = try Endpoint("https://op.example/logout")
    for redirect in ["javascript:alert(1)", "http://app.example/", "nowhere"] {
      let error = failure { () throws(OAuthError) in
        try EndSessionTransaction(
          endpoint: endpoint, idTokenHint: nil, clientID: "app", postLogoutRedirectURI: redirect,
          environment: .fixed())
      }
      #expect(error?.parameter == "redirectURI")
    }
  }
}
