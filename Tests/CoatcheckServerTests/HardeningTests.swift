// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("hardening against malformed requests", .world)
struct HardeningTests {
  // attack: A-44
  @Test("Host and forwarding header fields of a client have no effect")
  func forwarded() async throws {
    let fields = [
      ("Host", "evil.example"), ("X-Forwarded-Host", "evil.example"),
      ("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "192.0.2.1"),
      ("X-Forwarded-Uri", "/admin"), ("Forwarded", "host=evil.example;proto=https"),
    ]
    let plain = try await world.wire.send("GET", "/.well-known/openid-configuration")
    let forged = try await world.wire.send("GET", "/.well-known/openid-configuration", fields)
    #expect(forged.body == plain.body)
    #expect(forged.json["issuer"]?.stringValue == world.server.issuer)
    let refusal = try await world.answer(Ask(.web).with("prompt", "none"), fields)
    #expect(refusal.redirected("iss") == world.server.issuer)
    let start = try await world.answer(Ask(.web), fields)
    #expect(start["location"].first?.hasPrefix("/login?i=") == true)
    #expect(!start["set-cookie"].contains { $0.contains("Secure") || $0.contains("__Host-") })
    // Another address in a header field does not count as another source.
    let wrong = TestClient(TestClient.service.registration, secret: Secret("wrong"))
    for index in 0...20 {
      let reply = try await world.credentials(
        wrong, [:],
        [("X-Forwarded-For", "192.0.2.\(index)"), ("Forwarded", "for=192.0.2.\(index)")])
      #expect(reply.status == (index < 20 ? 401 : 429))
    }
  }

  // attack: A-46
  @Test("the authorization endpoint has no CORS header fields")
  func noCORS() async throws {
    let target = "/authorize?\(Ask(.web).query)"
    for origin in ["https://c.example", "https://evil.example", "null"] {
      let preflight = try await world.wire.send(
        "OPTIONS", target,
        [("Origin", origin), ("Access-Control-Request-Method", "GET")])
      let get = try await world.wire.send("GET", target, [("Origin", origin)])
      for reply in [preflight, get] {
        #expect(!reply.fields.contains { $0.name.hasPrefix("access-control-") })
      }
      #expect(preflight.status == 405)
    }
    // Pages of all origins may read public documents.
    for path in ["/.well-known/openid-configuration", "/jwks"] {
      let reply = try await world.wire.send("GET", path, [("Origin", "https://evil.example")])
      #expect(reply["access-control-allow-origin"] == ["*"])
      #expect(reply["access-control-allow-credentials"].isEmpty)
    }
  }

  // attack: A-51
  @Test("other methods get 405 with Allow")
  func methods() async throws {
    let paths = [
      "/authorize", "/login", "/consent", "/consent/decision", "/token", "/revoke", "/userinfo",
      "/jwks", "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server",
      "/livez", "/readyz",
    ]
    for path in paths {
      for method in ["PUT", "DELETE", "TRACE", "get"] {
        let reply = try await world.wire.send(method, path, body: method == "PUT" ? "x" : nil)
        if reply.status == 405 {
          #expect(!reply["allow"].isEmpty)
        } else {
          // The parser may already refuse a method in lower case.
          #expect(reply.status == 400 && method == "get")
        }
      }
    }
    let json = try await world.wire.post(
      "/authorize", form: "{}", [("Content-Type", "application/json")])
    #expect(json.status == 415)
  }

  // attack: H-06
  @Test(
    "a path that is not exactly in the route table is not found",
    arguments: [
      "//evil/.well-known/openid-configuration", "/%2e%2e/admin", "/token/", "/TOKEN", "/token;x",
      "/token%00", "/../token", "/./token", "//token", "/toke%6E", "/token%2F", "/admin", "/", "*",
    ])
  func paths(path: String) async throws {
    for method in ["GET", "POST"] {
      let reply = try await world.wire.send(method, path, body: method == "POST" ? "x=1" : nil)
      #expect(reply.status == 404)
    }
  }

  // attack: H-12
  @Test("a body whose announced length is too long is refused before it is read")
  func announced() async throws {
    let head = """
      POST /token HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10485760\r\n\
      Content-Type: application/x-www-form-urlencoded\r\n\r\n
      """
    // No byte of the body is sent: the response and the end of the connection do not depend on it.
    let reply = try await world.wire.raw(head)
    #expect(reply.status == 413)
    #expect(reply["connection"] == ["close"])
    #expect(!reply.text.contains("100 Continue"))
    let chunked = try await world.wire.raw(
      "POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "11000\r\n\(String(repeating: "a", count: 0x11000))\r\n0\r\n\r\n")
    #expect(chunked.status == 413)
  }

  // attack: T-46
  @Test("a compressed body is refused")
  func compressed() async throws {
    for path in ["/token", "/revoke", "/login", "/userinfo", "/authorize"] {
      let reply = try await world.wire.post(
        path, form: "\u{1F}\u{8B}xxxxxxxxxx", [("Content-Encoding", "gzip")])
      #expect(reply.status == 415)
    }
  }

  @Test("a request line or head that is too long is refused, and the server continues")
  func lengths() async throws {
    let line = try await world.wire.send("GET", "/" + String(repeating: "a", count: 64 << 10))
    #expect(line.status == 431)
    let longish = try await world.wire.send("GET", "/" + String(repeating: "a", count: 17 << 10))
    #expect(longish.status == 414)
    let many = try await world.wire.send("GET", "/livez", (0..<10_000).map { ("X-\($0)", "v") })
    #expect(many.status == 431)
    let big = try await world.wire.send(
      "GET", "/livez", [("X-Big", String(repeating: "b", count: 1 << 20))])
    #expect(big.status == 431)
    #expect(try await world.wire.send("GET", "/livez").status == 200)
    #expect(try await world.wire.send("GET", "/readyz").status == 200)
  }

  @Test("HEAD is GET without a body")
  func head() async throws {
    let get = try await world.wire.send("GET", "/jwks")
    let head = try await world.wire.send("HEAD", "/jwks")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head["content-length"] == [String(get.body.utf8.count)])
  }
}
