// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Protected resource metadata")
struct ResourceMetadataTests {
  private func read(
    _ members: JSONObject, of resource: String = "https://api.example/mcp"
  ) throws(OAuthError) -> ProtectedResourceMetadata {
    let json: JSONObject = ["resource": .string(resource)]
    return try ProtectedResourceExchange(resource: Endpoint(resource)).reply(
      response(200, json.adding(members)))
  }

  @Test(
    "the address of the document is derived from the address of the resource",
    arguments: [
      ("https://api.example", "/.well-known/oauth-protected-resource", ""),
      ("https://api.example/", "/.well-known/oauth-protected-resource", ""),
      ("https://api.example/mcp", "/.well-known/oauth-protected-resource/mcp", "/mcp"),
      ("https://api.example/a/b/", "/.well-known/oauth-protected-resource/a/b/", "/a/b/"),
      ("https://api.example/mcp?v=2", "/.well-known/oauth-protected-resource/mcp?v=2", "/mcp?v=2"),
      ("https://api.example/?v=2", "/.well-known/oauth-protected-resource?v=2", "?v=2"),
    ])
  func place(resource: String, path: String, asked: String) throws {
    let message = try ProtectedResourceExchange(resource: Endpoint(resource)).request()
    #expect(message.head.path == path && message.head.authority == "api.example")
    #expect(try ProtectedResourceExchange.received(message).resourcePath == asked)
  }

  @Test("every registered member has a property, and goes out as it came in")
  func everyMember() throws {
    let json: JSONObject = [
      "resource": "https://api.example/mcp",
      "authorization_servers": ["https://op.example", "https://op.example/t1"],
      "jwks_uri": "https://api.example/jwks", "scopes_supported": ["read"],
      "bearer_methods_supported": ["header"], "resource_signing_alg_values_supported": ["ES256"],
      "authorization_details_types_supported": ["pay"],
      "dpop_signing_alg_values_supported": ["ES256"], "resource_name": "API",
      "resource_documentation": "http://api.example/doc",
      "resource_policy_uri": "https://api.example/policy",
      "resource_tos_uri": "https://api.example/tos",
      "tls_client_certificate_bound_access_tokens": true, "dpop_bound_access_tokens_required": true,
      "resource_name#ja": "傘",
    ]
    let metadata = try read(json)
    #expect(metadata.additional == ["resource_name#ja": "傘"])
    #expect(
      metadata.authorizationServers?.map(\.text) == ["https://op.example", "https://op.example/t1"])
    #expect(metadata.requiresDPoPBoundAccessTokens)
    let exchange = try ProtectedResourceExchange(resource: metadata.resource)
    #expect(try exchange.reply(ProtectedResourceExchange.response(metadata)).json == json)
    let bare = try read([:])
    #expect(
      bare.authorizationServers == nil && bare.json == ["resource": "https://api.example/mcp"])
  }

  // attack: C-91
  @Test(
    "a document about another resource is refused",
    arguments: [
      "https://evil.example/mcp", "https://api.example/mcp/", "https://api.example/MCP",
      "https://API.example/mcp", "https://api.example", "https://api.example/mcp?x",
      "http://api.example/mcp", "https://api.example:443/mcp", "",
    ])
  func otherResource(resource: String) {
    expectError(.unreadable(.discoveryMismatch, ""), naming: "resource") {
      try read(["resource": .string(resource)])
    }
  }

  @Test("an origin with and without a slash is the same resource")
  func bareOrigin() throws {
    for (asked, answered) in [
      ("https://api.example", "https://api.example/"),
      ("https://api.example/", "https://api.example"),
    ] {
      let metadata = try read(["resource": .string(answered)], of: asked)
      #expect(metadata.resource.text == answered)
    }
  }

  // attack: C-91
  @Test(
    "a challenge can name a metadata document at the origin of the resource only",
    arguments: [
      ("https://api.example/custom/location.json", true), ("https://api.example:443/x?y", true),
      ("https://evil.example/x", false), ("https://api.example:444/x", false),
      ("http://api.example/x", false), ("https://api.example@evil.example/x", false),
      ("/relative", false), ("https://api.example/#f", false), ("file:///etc/passwd", false),
      ("http://169.254.169.254/latest", false), ("", false),
    ])
  func challenge(address: String, isFine: Bool) throws {
    expectError(isFine ? nil : .unreadable(.discoveryMismatch, "")) {
      try ProtectedResourceExchange(resource: Endpoint("https://api.example/mcp"), namedBy: address)
    }
  }

  // attack: C-26
  @Test(
    "a document with an address that is not a valid HTTPS URL is refused",
    arguments: [
      ("authorization_servers", ["http://op.example"], .insecureEndpoint),
      ("authorization_servers", ["https://op.example", "http://127.0.0.1:1"], .insecureEndpoint),
      ("authorization_servers", ["https://op.example?x"], .metadataMalformed),
      ("authorization_servers", "https://op.example", .metadataMalformed),
      ("authorization_servers", [5], .metadataMalformed),
      ("jwks_uri", "file:///etc/passwd", .insecureEndpoint),
      ("jwks_uri", "http://localhost/jwks", .insecureEndpoint), ("jwks_uri", 5, .metadataMalformed),
      ("scopes_supported", "read", .metadataMalformed), ("resource_name", 5, .metadataMalformed),
      ("dpop_bound_access_tokens_required", "true", .metadataMalformed),
      ("signed_metadata", "a.b.c", .metadataMalformed),
    ] as [(String, JSONValue, OAuthError.Code)])
  func bad(name: String, value: JSONValue, code: OAuthError.Code) {
    expectError(.unreadable(code, ""), naming: name) { try read([name: value]) }
  }

  @Test(
    "a server refuses other paths than the well-known one",
    arguments: [
      "/", "/.well-known/oauth-protected-resourcex", "/x/.well-known/oauth-protected-resource",
    ])
  func otherPath(path: String) {
    #expect(failure { try ProtectedResourceExchange.received(get(path)) }?.status == 404)
  }
}
