// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Requests of a session to a pinned server, redirects to it, and the exception of debug builds.
extension PinningTests {
  @Test("gets the token and the upload of a session only when its pin matches")
  func session() async throws {
    let pin = CertificatePin.certificate(der: try certificates.der("server"))
    let session = try await FakeProvider().session()
    let parts = [FormPart.data(name: "film", Data(count: 300_000), filename: "a")]
    for pins in [[pin], []] {
      let server = try await certificates.server("server")
      let service = AuthorizedTransport(
        session, transport: try transport(["localhost": .pinned(pins)]))
      var request = request(server)
      request.headerFields[.authorization] = nil
      let body = try RequestBody.multipart(parts)
      if pins.isEmpty {
        let error = await failure { try await service.open(request, body: body) }
        #expect(error?.code == .certificateMismatch)
        try await eventually { server.connections.count == 1 }
        #expect(server.connections.allSatisfy { $0.bytes == 0 })
        // A server with another certificate signs no user out.
        #expect(session.status == .active)
      } else {
        let response = try await service.open(request, body: body)
        let length = try await body.chunks().length
        #expect(try await response.body.collect() == Data("\(length ?? 0)".utf8))
      }
    }
  }

  @Test("is checked by its own rule after a redirect to it")
  func redirect() async throws {
    let pin = CertificatePin.certificate(der: try certificates.der("server"))
    for pins in [[pin], []] {
      let server = try await certificates.server("server")
      let home = try ResourceServer(["/": .redirect(302, "https://localhost:\(server.port)/end")])
      let service = AuthorizedTransport(
        try await FakeProvider().session(), redirects: .follow(),
        transport: try transport(["localhost": .pinned(pins), "127.0.0.1": .pinned([])]))
      let request = HTTPRequest(to: "http://127.0.0.1:\(home.port)/")
      if pins.isEmpty {
        #expect(await failure { try await service.send(request) }?.code == .certificateMismatch)
      } else {
        let (head, _) = try await service.send(request)
        #expect(head.status == .ok)
      }
    }
  }

  @Test("that stalls the TLS handshake times out at the deadline")
  func stalled() async throws {
    let server = try RawServer { _, socket in
      while socket.isOpen() { Thread.sleep(forTimeInterval: 0.02) }
    }
    let transport = try transport(["localhost": .pinned([.certificate(sha256: Data(count: 32))])])
    let request = HTTPRequest(to: "https://localhost:\(server.port)/")
    await expectError(code: .timedOut) {
      try await transport.send(
        request, body: Data(), limit: ResponseLimit(deadline: .milliseconds(300)))
    }
  }

  #if DEBUG
    @Test("with any certificate is accepted for a stated reason, in a debug build")
    func anyCertificate() async throws {
      try certificates.certificate("elsewhere", key: "a", names: "DNS:other.example")
      let server = try await certificates.server("elsewhere")
      let trust = HostTrust.anyCertificate(because: "the test of it")
      try await expectAccepted(transport(["localhost": trust]), server)
      try await expectRefused(
        transport(["other.example": trust]), try await certificates.server("elsewhere"))
    }
  #endif
}
