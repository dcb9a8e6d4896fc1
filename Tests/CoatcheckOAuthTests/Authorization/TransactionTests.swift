// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization transactions")
struct TransactionTests {
  @Test("the authorization URL contains the whole request and the query of the endpoint")
  func address() throws {
    var issuer = try metadata()
    issuer.authorizationEndpoint = try Endpoint("https://op.example/authorize?tenant=t1")
    let (transaction, url) = try beginSignIn(
      at: issuer, redirectURI: "http://127.0.0.1:4711/cb", scopes: [.openID, .email]
    ) {
      $0.prompt = ["login", "consent"]
      $0.maxAge = 60
      $0.loginHint = "alice@example.com"
      $0.extra = ["audience": "https://api.example"]
    }
    let text = url.absoluteString
    #expect(
      text.hasPrefix("https://op.example/authorize?tenant=t1&response_type=code&client_id=app&"))
    let expected: [String: String?] = [
      "tenant": "t1", "response_type": "code", "client_id": "app", "scope": "openid email",
      "redirect_uri": "http://127.0.0.1:4711/cb", "state": transaction.state.reveal(),
      "nonce": transaction.nonce?.reveal(), "code_challenge": transaction.pkce.challenge,
      "code_challenge_method": "S256", "prompt": "login consent", "max_age": "60",
      "login_hint": "alice@example.com", "audience": "https://api.example",
    ]
    let sent = try url.parameters.pairs.map { ($0.name, Optional($0.value)) }
    #expect(Dictionary(uniqueKeysWithValues: sent) == expected)
    #expect(!text.contains(transaction.pkce.verifier.reveal()))
  }

  @Test("a request without the scope openid has no nonce")
  func plainOAuth() throws {
    #expect(try transaction(scopes: ["repo"]).nonce == nil)
  }

  @Test("an invalid argument is reported by its name before anything is sent")
  func misuse() throws {
    expectError(nil) { try beginSignIn() }
    expectError(naming: "client_id") { try beginSignIn(client: ClientIdentity(id: "")) }
    expectError(naming: "scopes") { try beginSignIn(scopes: ["a b"]) }
    expectError(naming: "maxAge") { try beginSignIn { $0.maxAge = -1 } }
    for name in ["state", "client_id", "code_challenge", "request_uri", "redirect_uri"] {
      expectError(naming: name) { try beginSignIn { $0.extra = [name: "x"] } }
    }
    for redirect in [
      "", "/cb", "https://app.example/cb#f", "http://app.example/cb", "javascript:alert(1)",
      "data:text/html,x", "file:///cb", "https://u@app.example/cb",
      "https://app.example/cb?state=x",
    ] { expectMisuse { try beginSignIn(redirectURI: redirect) } }
    var implicit = try metadata()
    implicit.responseTypesSupported = ["token"]
    #expect(failure { try beginSignIn(at: implicit) }?.code == .metadataMalformed)
    var none = try metadata()
    none.authorizationEndpoint = nil
    #expect(failure { try beginSignIn(at: none) }?.code == .metadataMalformed)
    var clash = try metadata()
    clash.authorizationEndpoint = try Endpoint("https://op.example/authorize?client_id=evil")
    expectError(naming: "client_id") { try beginSignIn(at: clash) }
  }

  @Test("a transaction that was stored and read accepts its callback")
  func stored() throws {
    let begun = try transaction(issParameter: true)
    let bytes = begun.json.serialized()
    let restored = try AuthorizationTransaction(json: JSONObject(parsing: bytes))
    #expect(restored.json == begun.json)
    let reply = try restored.reply(
      from: begun.callback("code=a&iss=https%3A%2F%2Fop.example"), at: start + 1)
    #expect(reply.transaction.pkce.verifier.matches(begun.pkce.verifier))
    #expect(reply.transaction.startedAt == start)
  }

  @Test("a stored transaction without one of its members is refused as damaged")
  func damaged() throws {
    let whole = try transaction(issParameter: true).json
    for name in whole.names {
      var json = whole
      json[name] = nil
      expectError(.unreadable(.storeDamaged, ""), "\(name)") {
        try AuthorizationTransaction(json: json)
      }
    }
  }

  @Test("a transaction shows none of its secrets when it is printed")
  func redaction() throws {
    let begun = try transaction()
    let printed = printed(begun)
    for secret in [begun.state, begun.pkce.verifier, try #require(begun.nonce)] {
      #expect(!printed.contains(secret.reveal()))
    }
  }
}
