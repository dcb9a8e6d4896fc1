// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Discovery")
struct DiscoveryTests {
  private func read(
    _ json: JSONObject, issuer: String = "https://op.example"
  ) throws(OAuthError) -> ServerMetadata {
    try DiscoveryExchange(issuer: Issuer(issuer)).reply(response(200, json))
  }

  @Test("a document is read, and unknown members are kept")
  func document() throws {
    let json: JSONObject = [
      "issuer": "https://op.example", "authorization_endpoint": "https://op.example/a",
      "token_endpoint": "https://op.example/t", "jwks_uri": "https://keys.example/k",
      "scopes_supported": ["openid"], "userinfo_endpoint": .null,
      "authorization_response_iss_parameter_supported": true, "vendor": ["x": 1],
    ]
    let metadata = try read(json)
    #expect(metadata.tokenEndpoint?.text == "https://op.example/t")
    #expect(metadata.scopesSupported == ["openid"])
    #expect(metadata.userInfoEndpoint == nil)
    #expect(metadata.authorizationResponseIssParameterSupported)
    #expect(metadata.additional["vendor"] == ["x": 1])
    #expect(try read(metadata.json).json == metadata.json)
  }

  // The comparison of row C-21; the tests of the client check that no endpoint is requested.
  @Test(
    "another issuer's document is refused",
    arguments: [
      "https://evil.example", "https://op.example/", "https://OP.example", "http://op.example",
      "https://op.example.evil.example", "https://op.exampl", "https://op.example:443",
    ])
  func otherIssuer(issuer: String) {
    expectError(.unreadable(.discoveryMismatch, "")) {
      try read(["issuer": .string(issuer), "token_endpoint": "https://op.example/t"])
    }
  }

  // The address and the comparison of row C-22; the tests of the client check that the root is not
  // requested.
  @Test("the metadata document of the root is not accepted for a tenant")
  func tenant() throws {
    let (head, _) = try DiscoveryExchange(issuer: Issuer("https://h/t1")).request()
    #expect(head.path == "/t1/.well-known/openid-configuration")
    expectError(.unreadable(.discoveryMismatch, "")) {
      try read(["issuer": "https://h"], issuer: "https://h/t1")
    }
  }

  // attack: C-26
  @Test(
    "a document with an endpoint that is not a valid HTTPS URL is refused",
    arguments: [
      "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint",
      "revocation_endpoint",
      "introspection_endpoint", "end_session_endpoint", "registration_endpoint",
      "device_authorization_endpoint", "pushed_authorization_request_endpoint",
    ],
    [
      ("http://op.example/x", .insecureEndpoint), ("http://192.0.2.1/x", .insecureEndpoint),
      ("http://127.0.0.1:1/x", .insecureEndpoint), ("javascript:alert(1)", .insecureEndpoint),
      ("file:///etc/passwd", .insecureEndpoint),
      ("https://user:pw@op.example/x", .metadataMalformed),
      ("https://op.example/x#f", .metadataMalformed), ("-oProxyCommand=x", .metadataMalformed),
      ("https://h/;touch /tmp/p", .metadataMalformed), ("", .metadataMalformed),
    ] as [(String, OAuthError.Code)])
  func badEndpoint(name: String, bad: (text: String, code: OAuthError.Code)) {
    expectError(.unreadable(bad.code, ""), naming: name) {
      try read(["issuer": "https://op.example", name: .string(bad.text)])
    }
  }

  @Test(
    "the error for a member of the wrong type names the member",
    arguments: [
      "issuer", "token_endpoint", "scopes_supported",
      "authorization_response_iss_parameter_supported",
    ])
  func wrongType(name: String) {
    var json: JSONObject = ["issuer": "https://op.example"]
    json[name] = 5
    expectError(.unreadable(.metadataMalformed, ""), naming: name) { try read(json) }
  }

  @Test(
    "a redirect, a missing document and a text that is not JSON are refused",
    arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) throws {
    let exchange = try DiscoveryExchange(issuer: Issuer("https://op.example"))
    expectError(.unreadable(.redirectRefused, ""), status: status) {
      try exchange.reply(response(status, "{}", fields: [.location: "https://evil.example"]))
    }
    #expect(failure { try exchange.reply(response(404, "no")) }?.status == 404)
    #expect(failure { try exchange.reply(response(200, "<html>")) }?.code == .replyMalformed)
  }

  @Test("a server reads the requested document and issuer from the path")
  func served() throws {
    func read(_ path: String) throws -> DiscoveryExchange.Received {
      try DiscoveryExchange.received(get(path))
    }
    #expect(try read("/t1/.well-known/openid-configuration?x").issuerPath == "/t1")
    #expect(try read("/.well-known/oauth-authorization-server/t1").issuerPath == "/t1")
    #expect(
      try read("/.well-known/oauth-authorization-server").document == .oauthAuthorizationServer)
    #expect(throws: OAuthError.self) { try read("/.well-known/oauth-authorization-serverx") }
    #expect(throws: OAuthError.self) { try read("/") }
  }

  @Test("a JWK set is read, and an object without keys is refused")
  func keys() throws {
    let key = try SigningKey.generate(.es256)
    let exchange = try JWKSetExchange(Endpoint("https://op.example/jwks"))
    let set = try exchange.reply(JWKSetExchange.response(JWKSet(keys: [key.publicJWK])))
    #expect(set.keys == [key.publicJWK])
    #expect(failure { try exchange.reply(response(200, "{}")) }?.code == .replyMalformed)
  }
}
