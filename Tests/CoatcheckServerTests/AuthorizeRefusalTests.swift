// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("authorization requests that must not be redirected to any URI", .world)
struct AuthorizeRefusalTests {
  // attack: A-01
  @Test("an unknown client gets an error page and no redirect")
  func unknownClient() async throws {
    for redirect in [
      "https://c.example/cb", "https://evil.example/", "http://127.0.0.1:1/callback",
    ] {
      let ask = Ask().with("client_id", "unknown").with("redirect_uri", redirect)
      #expect(try await world.answer(ask).isErrorPage)
    }
  }

  // attack: A-02
  @Test(
    "a redirect URI that differs from the registered one in any character gets an error page",
    arguments: [
      "https://c.example/cb/", "https://c.example/CB", "https://c.example/cb?x=1",
      "https://c.example/cb#f", "https://c.example/cb/../x", "https://c.example/cb/%2e%2e/x",
      "https://c.example:443/cb", "HTTPS://c.example/cb", "https://C.example/cb",
    ])
  func alikeRedirect(redirect: String) async throws {
    let ask = Ask(.web).with("redirect_uri", redirect)
    #expect(try await world.answer(ask).isErrorPage)
    #expect(try await world.answer(Ask(.web)).status == 303)
  }

  // attack: A-03
  @Test(
    "a redirect URI made to look like the registered one gets an error page",
    arguments: [
      "https%3A%2F%2Fc.example.evil%2Fcb", "https%3A%2F%2Fc.example%40evil%2Fcb",
      "https%3A%2F%2Fevil%5C%40c.example%2Fcb",
      "https%3A%2F%2Fevil%23https%3A%2F%2Fc.example%2Fcb",
      "https%3A%2F%2Fc.example%252eevil%2Fcb", "https%3A%2F%2Fc.example%E3%80%82evil%2Fcb",
      "%20https%3A%2F%2Fc.example%2Fcb", "https%3A%2F%2Fc.example%2F%09cb",
      "https%3A%2F%2Fc.example%2F%0Acb", "https%3A%2F%2Fc.example%2Fcb%00",
    ])
  func trickyRedirect(encoded: String) async throws {
    let rest = Ask(.web).with("redirect_uri", nil).query
    let reply = try await world.wire.send("GET", "/authorize?\(rest)&redirect_uri=\(encoded)")
    #expect(reply.isErrorPage)
  }

  // attack: A-06
  @Test("a request without a redirect URI gets an error page, however many are registered")
  func missingRedirect() async throws {
    for client in [TestClient.other, .web] {
      let ask = Ask(client, scope: "openid").with("redirect_uri", nil)
      #expect(try await world.answer(ask).isErrorPage)
    }
  }

  // attack: A-07
  @Test("a repeated redirect URI or client gets an error page")
  func repeatedParameters() async throws {
    let ask = Ask(.web)
    let evil = "redirect_uri=https%3A%2F%2Fevil.example%2F"
    for query in ["\(ask.query)&\(evil)", "\(evil)&\(ask.query)"] {
      #expect(try await world.wire.send("GET", "/authorize?\(query)").isErrorPage)
    }
    let form = ask.query
    #expect(try await world.wire.post("/authorize?client_id=app", form: form).isErrorPage)
    #expect(try await world.wire.post("/authorize", form: form).status == 303)
  }

  // attack: A-04
  @Test("a native client's loopback redirect URI may have any port", arguments: [1, 49152, 65535])
  func loopbackPort(port: Int) async throws {
    let redirect = "http://127.0.0.1:\(port)/callback"
    let ask = Ask().with("redirect_uri", redirect)
    let reply = try await world.callback(ask)
    let code = try #require(reply["code"])
    #expect(try await world.exchange(code, ask).status == 200)
  }

  @Test(
    "only the port of a loopback address can differ",
    arguments: [
      "http://127.0.0.1:0/callback", "http://127.0.0.1:65536/callback",
      "http://127.0.0.1:080/callback", "http://127.0.0.1:/callback",
      "http://127.0.0.1:99x/callback",
      "http://127.0.0.1:80/callback/", "http://127.0.0.1:80@evil.example/callback",
      "http://127.0.0.1.evil.example/callback", "http://localhost:80/callback",
      "https://127.0.0.1:80/callback", "http://127.0.0.2:80/callback", "http://[::1]:80/callback",
    ])
  func loopbackOtherwise(redirect: String) async throws {
    let ask = Ask().with("redirect_uri", redirect)
    #expect(try await world.answer(ask).isErrorPage)
  }
}
