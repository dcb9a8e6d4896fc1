// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing in with a pushed request")
struct PushedSignInTests {
  let store = MemoryTokenStore()
  let provider = FakeProvider()

  @Test("where the issuer requires it, only the request URI goes through the browser")
  func required() async throws {
    provider.change { $0.metadata["require_pushed_authorization_requests"] = true }
    let attempt = try await provider.flow().attempt(
      redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    let query = try Parameters(decoding: attempt.url.absoluteString.split(separator: "?")[1])
    #expect(query.names.sorted() == ["client_id", "request_uri"])
    #expect(query["client_id"] == "app")
    #expect(query["request_uri"] == "urn:example:1")
    let pushed = try #require(provider.forms("/par").first)
    #expect(pushed["state"] == attempt.transaction.state.reveal())
    #expect(pushed["code_challenge"] == attempt.transaction.pkce.challenge)
    #expect(pushed["redirect_uri"] == FakeProvider.redirectURI)
    let stored = try await provider.finish(attempt)
    #expect(stored.account.subject == "alice")
  }

  @Test("a sign-in pushes the request where required, or by choice")
  func whole() async throws {
    for (required, pushing, count) in [
      (true, PARPolicy.whenRequired, 1), (false, .always, 1), (false, .whenRequired, 0),
    ] {
      let provider = FakeProvider()
      if required {
        provider.change { $0.metadata["require_pushed_authorization_requests"] = true }
      }
      var options = AuthorizationOptions()
      options.pushing = pushing
      let stored = try await provider.flow().signIn(
        with: provider.user, scopes: [.openID], options: options)
      #expect(stored.account.subject == "alice")
      #expect(provider.count("/par") == count)
    }
  }

  @Test("when the issuer refuses the request, no browser is opened")
  func refused() async throws {
    provider.change { $0.metadata["require_pushed_authorization_requests"] = true }
    provider.script("/par") { _, _ in FakeProvider.refusal("invalid_request") }
    let flow = try await provider.flow()
    let error = await failure { try await flow.signIn(with: provider.user, scopes: [.openID]) }
    #expect(error == .refused(.invalidRequest, ""))
    #expect(provider.count("/token") == 0)
  }

  @Test("without a pushed authorization request endpoint no sign-in begins")
  func noEndpoint() async throws {
    provider.change {
      $0.metadata["require_pushed_authorization_requests"] = true
      $0.metadata["pushed_authorization_request_endpoint"] = nil
    }
    let flow = try await provider.flow()
    await expectError(naming: "pushed_authorization_request_endpoint") {
      try await flow.attempt(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    }
  }

  @Test("a client with a key signs an assertion for each request of a sign-in")
  func assertions() async throws {
    let key = try SigningKey.generate(.es256)
    let client = ClientIdentity(
      id: "app",
      authentication: .privateKeyJWT(key, ClientAssertion(for: try Issuer(provider.issuer))))
    var options = AuthorizationOptions()
    options.pushing = .always
    let stored = try await provider.flow(client: client).signIn(
      with: provider.user, scopes: [.openID, .offlineAccess], options: options)
    try await store.save(stored)
    try await provider.live(stored, in: store).refresh()
    let keys = VerificationKeySet(JWKSet(keys: [key.publicJWK]))
    let tokens = try (provider.forms("/par") + provider.forms("/token")).map { form in
      try UnverifiedJWT(form["client_assertion"] ?? "").verified(by: keys, accepting: [.es256])
    }
    #expect(tokens.count == 3)
    #expect(tokens.allSatisfy { $0.claims["aud"]?.stringValue == provider.issuer })
    #expect(Set(tokens.compactMap { $0.claims["jti"]?.stringValue }).count == 3)
    // The stored session refreshes with the same key after a restart.
    let again = try StoredSession(json: JSONObject(parsing: stored.json.serialized()))
    #expect(again.authentication.method == "private_key_jwt")
    #expect(again.json == stored.json)
  }

  @Test("the requested resources are requested again at each refresh")
  func resources() async throws {
    var options = AuthorizationOptions()
    options.resources = ["https://api.example/a", "https://api.example/b"]
    let stored = try await provider.flow().signIn(
      with: provider.user, scopes: [.openID, .offlineAccess], options: options)
    try await store.save(stored)
    let kept = try StoredSession(json: JSONObject(parsing: stored.json.serialized()))
    try await provider.live(kept, in: store).refresh()
    for form in provider.forms("/token") {
      #expect(form.values(of: "resource") == options.resources, "\(form["grant_type"] ?? "")")
    }
    #expect(provider.count("/token") == 2)
  }

  @Test("a user who is not authenticated as required is not signed in")
  func essential() async throws {
    var options = AuthorizationOptions()
    options.claims.require(acr: ["gold"])
    let flow = try await provider.flow()
    await expectError(naming: "acr") { [options] in
      try await flow.signIn(with: provider.user, scopes: [.openID], options: options)
    }
    provider.change { $0.claims = { $0["acr"] = "gold" } }
    let stored = try await flow.signIn(with: provider.user, scopes: [.openID], options: options)
    #expect(stored.account.subject == "alice")
  }
}
