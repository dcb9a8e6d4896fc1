// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckAsyncHTTP

@Suite("One address of a host", .timeLimit(.minutes(10)))
struct OneAddressTests {
  let certificates: Certificates

  init() throws {
    certificates = try Certificates()
    try certificates.certificate("keys", key: "a", names: "DNS:keys.example")
  }

  /// Posts five bytes to `https://keys.example`, at an address of this machine.
  private func post(
    _ server: TLSServer, port: Int? = nil, trusting name: String
  ) async throws -> String {
    let endpoint = try Endpoint("https://keys.example:\(port ?? server.port)/logout")
    let place = ResolvedHost(
      address: "127.0.0.1", trust: try .authorities([certificates.der(name)]), environment: .live)
    let request = HTTPRequest(.post, to: endpoint.text)
    let (_, body) = try await place.send(request, Data("token".utf8), to: endpoint, .standard)
    return String(decoding: body, as: UTF8.self)
  }

  @Test("is sent the host name in SNI, and presents a certificate for that name")
  func answers() async throws {
    let server = try await certificates.server("keys")
    #expect(try await post(server, trusting: "keys") == "5")
  }

  // attack: R-03
  @Test("is sent no data if its certificate is for another host")
  func otherHost() async throws {
    let server = try await certificates.server("server")
    let error = await #expect(throws: (any Error).self) {
      try await post(server, trusting: "server")
    }
    #expect(error.map(ResolvedHost.isUnreachable) == false)
    try await eventually { server.connections.count == 1 }
    #expect(server.connections.allSatisfy { $0.bytes == 0 })
  }

  @Test("where no server listens is unreachable, so that the next address can be tried")
  func unanswered() async throws {
    let server = try await certificates.server("keys")
    let error = await #expect(throws: (any Error).self) {
      try await post(server, port: 1, trusting: "keys")
    }
    #expect(error.map(ResolvedHost.isUnreachable) == true)
  }
}
