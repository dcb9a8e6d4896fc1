// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("ports that two parsers could read differently", .timeLimit(.minutes(10)))
struct PortTests {
  /// Ports that one parser could cut to 16 bits, another one trim, and a third one refuse.
  private static let odd = [
    "65536", "65616", "99999", "99999999999", "18446744073709551696", "+80", "-80", "0x50", "8 0",
    " 80", "80 ", "\u{FF18}\u{FF10}", "8\u{0}0", "0", "00000", "80:80", "80@evil.example", "",
    "80a",
  ]

  // attack: H-08
  @Test("an endpoint with such a port is invalid", arguments: odd)
  func refused(_ port: String) {
    for text in ["https://idp.example:\(port)/t", "http://127.0.0.1:\(port)/t"] {
      #expect(throws: OAuthError.self) { try Endpoint(text) }
    }
    #expect(throws: OAuthError.self) { try Issuer("https://idp.example:\(port)") }
  }

  // attack: H-08
  @Test("the connection goes to the host and port that were checked")
  func dialled() async throws {
    let server = try await Self.server()
    let port = server.port
    for text in ["\(port)", "0\(port)"] {
      let endpoint = try Endpoint("http://127.0.0.1:\(text)/livez")
      #expect(endpoint.authority == "127.0.0.1:\(port)")
      #expect(endpoint.url.port == port && endpoint.url.host() == "127.0.0.1")
      let before = server.requests.count("/livez")
      let request = HTTPRequest(
        method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
      let (head, _) = try await Transports.system.send(request, body: Data(), limit: .standard)
      #expect(head.status == .ok)
      #expect(server.requests.count("/livez") == before + 1)
    }
    // The transport itself does not cut the number to 16 bits either.
    for text in ["\(port + 65_536)", "\(port + 1 << 32)", "00000000\(port)"] {
      let before = server.requests.count("/livez")
      let request = HTTPRequest(
        method: .get, scheme: "http", authority: "127.0.0.1:\(text)", path: "/livez")
      await #expect(throws: OAuthError.self) {
        _ = try await Transports.system.send(request, body: Data(), limit: .standard)
      }
      #expect(server.requests.count("/livez") == before)
    }
    await server.stop()
  }

  /// A server whose port has four digits, so that a leading zero can be added.
  private static func server() async throws -> TestServer {
    for port in stride(from: 2_113, to: 9_900, by: 389) {
      if let server = try? await TestServer.start(port: port) { return server }
    }
    throw WorldError.badURL
  }

  // attack: H-08
  @Test("are refused in redirect URIs", .world, arguments: odd.filter { $0.allSatisfy(\.isASCII) })
  func redirects(_ port: String) async throws {
    let redirect = "http://127.0.0.1:\(port)/callback"
    let ask = Ask().with("redirect_uri", redirect)
    #expect(try await world.answer(ask).isErrorPage)
  }
}
