// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("CORS at the endpoints for clients", .world)
struct CrossOriginTests {
  /// A client that runs in a browser.
  private static let page = TestClient(
    RegisteredClient(
      id: "page", name: "Page", redirectURIs: ["https://app.example/cb", "https://b.example:443/"],
      authenticationMethod: "none", grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid"]))

  /// Origins that are not the client's.
  private static let foreign = [
    "https://evil.example", "null", "https://app.example.evil", "https://app.example:8443",
    "http://app.example", "https://APP.example", "https://app.example/", "https://c.example", "*",
  ]

  init() async throws { try await world.add(Self.page) }

  private func allowed(_ reply: WireReply) -> [String] { reply["access-control-allow-origin"] }

  // attack: A-47
  @Test("only pages of the client itself may read a response")
  func own() async throws {
    let ask = Ask(Self.page, scope: "openid")
    let tokens = try await world.signIn(ask)
    let forms = [
      ("/token", "grant_type=authorization_code&code=x&client_id=page"),
      ("/revoke", "token=x&client_id=page"), ("/par", ask.query),
      ("/introspect", "token=x&client_id=page"),
    ]
    func replies(_ origin: String) async throws -> [WireReply] {
      let field = [("Origin", origin)]
      var replies: [WireReply] = []
      for (path, form) in forms {
        replies.append(try await world.wire.post(path, form: form, field))
      }
      let bearer = field + [("Authorization", "Bearer \(tokens.access)")]
      replies.append(try await world.wire.send("GET", "/userinfo", bearer))
      replies.append(
        try await world.wire.post("/userinfo", form: "access_token=\(tokens.access)", field))
      return replies
    }
    for origin in ["https://app.example", "https://b.example"] {
      for reply in try await replies(origin) {
        #expect(allowed(reply) == [origin])
        #expect(reply["access-control-allow-credentials"].isEmpty)
        #expect(reply["vary"] == ["Origin"])
        #expect(reply["access-control-expose-headers"].first?.contains("WWW-Authenticate") == true)
      }
    }
    for origin in Self.foreign {
      for reply in try await replies(origin) {
        #expect(!reply.fields.contains { $0.name.hasPrefix("access-control-") }, "\(origin)")
        #expect(reply["vary"] == ["Origin"])
      }
    }
    // The page of another client, and a page without an origin, may not read the response.
    let other = try await world.wire.post(
      "/token", form: "grant_type=x&client_id=web", [("Origin", "https://app.example")])
    #expect(allowed(other).isEmpty)
    let plain = try await world.wire.post("/token", form: "client_id=page")
    #expect(allowed(plain).isEmpty)
    let anonymous = try await world.wire.send(
      "GET", "/userinfo", [("Origin", "https://app.example"), ("Authorization", "Bearer x")])
    #expect(anonymous.status == 401 && allowed(anonymous).isEmpty)
  }

  @Test("a page may read that its token has expired")
  func expired() async throws {
    let tokens = try await world.signIn(Ask(Self.page, scope: "openid"))
    world.server.clock.advance(by: .seconds(3600))
    let reply = try await world.wire.send(
      "GET", "/userinfo",
      [("Origin", "https://app.example"), ("Authorization", "Bearer \(tokens.access)")])
    #expect(reply.status == 401 && allowed(reply) == ["https://app.example"])
  }

  // attack: A-47
  @Test("a preflight response lists methods and header fields, and never permits credentials")
  func preflight() async throws {
    for path in ["/token", "/revoke", "/introspect", "/userinfo", "/par"] {
      func ask(_ origin: String, _ method: String = "POST") async throws -> WireReply {
        try await world.wire.send(
          "OPTIONS", path,
          [
            ("Origin", origin), ("Access-Control-Request-Method", method),
            ("Access-Control-Request-Headers", "authorization, dpop"),
          ])
      }
      let reply = try await ask("https://app.example")
      #expect(reply.status == 204 && reply.body.isEmpty)
      #expect(allowed(reply) == ["https://app.example"])
      #expect(reply["access-control-allow-headers"].first?.contains("DPoP") == true)
      #expect(reply["access-control-allow-methods"].first?.contains("POST") == true)
      #expect(reply["access-control-allow-credentials"].isEmpty)
      for (origin, method) in [("null", "POST"), ("https://app.example", "DELETE")] {
        let refused = try await ask(origin, method)
        #expect(!refused.fields.contains { $0.name.hasPrefix("access-control-") })
      }
    }
    for path in ["/authorize", "/login", "/consent", "/register", "/device"] {
      let reply = try await world.wire.send(
        "OPTIONS", path,
        [("Origin", "https://app.example"), ("Access-Control-Request-Method", "POST")])
      #expect(reply.status == 405)
      #expect(!reply.fields.contains { $0.name.hasPrefix("access-control-") })
    }
  }
}
