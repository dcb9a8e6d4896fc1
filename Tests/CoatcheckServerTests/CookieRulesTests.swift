// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("cookies")
struct CookieRulesTests {
  /// A server as behind a proxy: its issuer is https, and requests are passed to it directly.
  private func server(_ issuer: String) async throws -> SocketlessServer {
    try await SocketlessServer(issuer, clients: [.web, .trusted], users: [.alice])
  }

  /// All `Set-Cookie` values of a complete sign-in.
  private func settings(_ issuer: String, path: String = "") async throws -> [String] {
    let server = try await server(issuer)
    let ask = Ask(.trusted, scope: "openid")
    let first = await server.respond(.get, "\(path)/authorize?\(ask.query)")
    var settings = first.head.headerFields[values: .setCookie]
    let cookie = String(try #require(settings.first).prefix { $0 != ";" })
    let login = try #require(first.head.headerFields[.location])
    let page = await server.respond(.get, login, [.cookie: cookie])
    let forms = HTMLForms.parse(String(decoding: page.body, as: UTF8.self))
    let csrf = try #require(forms.first?.fields.first { $0.name == "csrf" }?.value)
    let form: Query = [
      "csrf": csrf, "username": "alice", "password": TestUser.alice.password.reveal(),
      "action": "sign-in",
    ]
    let done = await server.respond(.post, login, body: form.encoded, [.cookie: cookie])
    #expect(done.head.status == .seeOther)
    settings += done.head.headerFields[values: .setCookie]
    #expect(settings.contains { $0.contains("coatcheck_session=cc_ls_") })
    return settings
  }

  // attack: A-37
  @Test("cookies are __Host- and Secure on https, and HttpOnly and SameSite also on http loopback")
  func attributes() async throws {
    for setting in try await settings("https://id.example") {
      let parts = Set(setting.components(separatedBy: "; ").dropFirst())
      #expect(setting.hasPrefix("__Host-"))
      #expect(parts.isSuperset(of: ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]))
      #expect(!setting.contains("Domain"))
    }
    for setting in try await settings("http://127.0.0.1:4000") {
      let parts = Set(setting.components(separatedBy: "; ").dropFirst())
      #expect(!setting.hasPrefix("__Host-") && !parts.contains("Secure"))
      #expect(parts.isSuperset(of: ["HttpOnly", "SameSite=Lax", "Path=/"]))
    }
  }

  @Test("an issuer with a path serves everything under it")
  func issuerWithPath() async throws {
    _ = try await settings("https://id.example/tenant", path: "/tenant")
    let server = try await server("https://id.example/tenant")
    for path in [
      "/tenant/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/tenant", "/tenant/jwks",
    ] {
      #expect(await server.respond(.get, path).head.status == .ok)
    }
    for path in ["/jwks", "/.well-known/openid-configuration", "/tenant"] {
      #expect(await server.respond(.get, path).head.status == .notFound)
    }
  }
}
