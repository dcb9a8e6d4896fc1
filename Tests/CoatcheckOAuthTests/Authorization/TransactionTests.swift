// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization transactions")
struct TransactionTests {
  @Test("the address to open holds the whole request and keeps the endpoint's own query")
  func address() throws {
    var metadata = try metadata()
    metadata.authorizationEndpoint = try Endpoint("https://op.example/authorize?tenant=t1")
    var options = AuthorizationOptions()
    options.prompt = ["login", "consent"]
    options.maxAge = 60
    options.loginHint = "alice@example.com"
    options.extra = ["audience": "https://api.example"]
    let (transaction, url) = try AuthorizationTransaction.begin(
      metadata: metadata, client: publicClient, redirectURI: "http://127.0.0.1:4711/cb",
      scopes: [.openID, .email], options: options, environment: .fixed())
    let text = url.absoluteString
    #expect(
      text.hasPrefix("https://op.example/authorize?tenant=t1&response_type=code&client_id=app&"))
    let query = try Parameters(decoding: text.split(separator: "?", maxSplits: 1)[1])
    #expect(query["scope"] == "openid email")
    #expect(query["redirect_uri"] == "http://127.0.0.1:4711/cb")
    #expect(query["state"] == transaction.state.reveal())
    #expect(query["nonce"] == transaction.nonce?.reveal())
    #expect(query["code_challenge"] == transaction.pkce.challenge)
    #expect(query["code_challenge_method"] == "S256")
    #expect(query["prompt"] == "login consent")
    #expect(query["max_age"] == "60")
    #expect(query["login_hint"] == "alice@example.com")
    #expect(query["audience"] == "https://api.example")
    #expect(query["code_verifier"] == nil)
    #expect(!text.contains(transaction.pkce.verifier.reveal()))
  }

  @Test("without the scope openid there is no nonce")
  func plainOAuth() throws {
    #expect(try transaction(scopes: ["repo"]).nonce == nil)
  }

  @Test("a mistake of the caller is named before anything is sent")
  func misuse() throws {
    let metadata = try metadata()
    func begin(
      client: String = "app", redirect: String = "https://app.example/cb",
      scopes: [Scope] = [.openID],
      extra: Parameters = [:], maxAge: Int? = nil, metadata: ServerMetadata
    ) -> OAuthError? {
      var options = AuthorizationOptions()
      options.extra = extra
      options.maxAge = maxAge
      return failure { () throws(OAuthError) in
        try AuthorizationTransaction.begin(
          metadata: metadata, client: ClientIdentity(id: client), redirectURI: redirect,
          scopes: scopes,
          options: options, environment: .fixed())
      }
    }
    #expect(begin(metadata: metadata) == nil)
    #expect(begin(client: "", metadata: metadata)?.parameter == "client_id")
    #expect(begin(scopes: ["a b"], metadata: metadata)?.parameter == "scopes")
    #expect(begin(maxAge: -1, metadata: metadata)?.parameter == "maxAge")
    for name in ["state", "client_id", "code_challenge", "request_uri", "redirect_uri"] {
      #expect(begin(extra: [name: "x"], metadata: metadata)?.parameter == name)
    }
    for redirect in [
      "", "/cb", "https://app.example/cb#f", "http://app.example/cb", "javascript:alert(1)",
      "data:text/html,x", "file:///cb", "https://u@app.example/cb",
      "https://app.example/cb?state=x",
    ] {
      #expect(begin(redirect: redirect, metadata: metadata)?.outcome == .misused)
    }
    var implicit = metadata
    implicit.responseTypesSupported = ["token"]
    #expect(begin(metadata: implicit)?.code == .metadataMalformed)
    var none = metadata
    none.authorizationEndpoint = nil
    #expect(begin(metadata: none)?.code == .metadataMalformed)
    var clash = metadata
    clash.authorizationEndpoint = try Endpoint("https://op.example/authorize?client_id=evil")
    #expect(begin(metadata: clash)?.parameter == "client_id")
  }

  @Test("a stored transaction checks its callback as the first one does")
  func stored() throws {
    let begun = try transaction(issParameter: true)
    let bytes = begun.json.serialized()
    let restored = try AuthorizationTransaction(json: JSONObject(parsing: bytes))
    #expect(restored.json == begun.json)
    let url =
      "https://app.example/cb?code=a&iss=https%3A%2F%2Fop.example&state=\(begun.state.reveal())"
    let reply = try restored.reply(from: url, at: start.addingTimeInterval(1))
    #expect(reply.transaction.pkce.verifier.matches(begun.pkce.verifier))
    #expect(reply.transaction.startedAt == start)
  }

  @Test("a stored transaction which lost a member is damaged, not weaker")
  func damaged() throws {
    let whole = try transaction(issParameter: true).json
    for name in whole.names {
      var json = whole
      json[name] = nil
      #expect(
        failure { () throws(OAuthError) in try AuthorizationTransaction(json: json) }
          == .unreadable(.storeDamaged, ""), "\(name)")
    }
  }

  @Test("a transaction shows none of its secrets when it is printed")
  func redaction() throws {
    let begun = try transaction()
    var printed = "\(begun)" + String(reflecting: begun)
    dump(begun, to: &printed)
    for secret in [begun.state, begun.pkce.verifier, try #require(begun.nonce)] {
      #expect(!printed.contains(secret.reveal()))
    }
  }
}
