// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A server with TLS", .timeLimit(.minutes(10)))
struct PinningTests {
  let certificates: Certificates

  init() throws { certificates = try Certificates() }

  func transport(
    _ hosts: [String: HostTrust], now: @escaping @Sendable () -> Date = RuntimeEnvironment.live.now
  ) throws -> AsyncHTTPTransport {
    var environment = RuntimeEnvironment.live
    environment.now = now
    return AsyncHTTPTransport(
      proxies: .direct, trust: try TrustRules(hosts), environment: environment)
  }

  func request(_ server: TLSServer, _ host: String = "localhost") -> HTTPRequest {
    HTTPRequest(
      .post, to: "https://\(host):\(server.port)/token",
      fields: [.authorization: "Bearer secret-token"])
  }

  private static let body = Data("grant_type=password&password=hunter2".utf8)

  /// The response or the error, which is the same for `open` and `send`.
  private func send(
    _ transport: AsyncHTTPTransport, _ server: TLSServer, _ host: String = "localhost"
  ) async throws(OAuthError) -> String {
    let request = request(server, host)
    let streamed: Result<String, OAuthError>
    do throws(OAuthError) {
      let response = try await transport.open(request, body: .data(Self.body))
      streamed = .success(String(decoding: try await response.body.collect(), as: UTF8.self))
    } catch { streamed = .failure(error) }
    let whole: Result<String, OAuthError>
    do throws(OAuthError) {
      let (_, body) = try await transport.send(request, body: Self.body)
      whole = .success(String(decoding: body, as: UTF8.self))
    } catch { whole = .failure(error) }
    #expect(whole == streamed)
    return try whole.get()
  }

  func expectAccepted(
    _ transport: AsyncHTTPTransport, _ server: TLSServer, _ host: String = "localhost",
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(
      try await send(transport, server, host) == "\(Self.body.count)", sourceLocation: location)
  }

  /// Checks that the server is refused and has received no bytes.
  func expectRefused(
    _ transport: AsyncHTTPTransport, _ server: TLSServer, _ host: String = "localhost",
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await failure(location) { try await send(transport, server, host) }
    #expect(error?.outcome == .unreadable, sourceLocation: location)
    #expect(error?.code == .certificateMismatch, sourceLocation: location)
    #expect(error?.isTransient == false, sourceLocation: location)
    let text = error.map { "\($0)" } ?? ""
    #expect(!text.contains("hunter2") && !text.contains("secret-token"), sourceLocation: location)
    try await eventually(location) { server.connections.count == 2 }
    #expect(server.connections.allSatisfy { $0.bytes == 0 }, sourceLocation: location)
  }

  @Test("with a self-signed certificate is refused by the system's trust store")
  func system() async throws {
    let server = try await certificates.server("server")
    try await expectRefused(AsyncHTTPTransport(proxies: .direct), server)
  }

  @Test(
    "is accepted by its pinned certificate, by name and by address",
    arguments: ["localhost", "127.0.0.1"])
  func pinnedCertificate(_ host: String) async throws {
    let server = try await certificates.server("server")
    let pin = CertificatePin.certificate(der: try certificates.der("server"))
    try await expectAccepted(transport([host: .pinned([pin])]), server, host)
    let both = try transport(["\(host):\(server.port)": .pinned([pin])])
    try await expectAccepted(both, server, host)
  }

  @Test("is accepted by its pinned key after its certificate was renewed, and by no other key")
  func pinnedKey() async throws {
    let hash = try certificates.keyHash("a")
    let trust = try HostTrust.pinned([
      .publicKey("sha256//\(certificates.keyHash("b"))"), .publicKey("sha256//\(hash)"),
    ])
    try await expectAccepted(
      transport(["localhost": trust]), try await certificates.server("server"))
    try certificates.certificate("renewed", key: "a")
    #expect(try certificates.der("renewed") != certificates.der("server"))
    let renewed = try await certificates.server("renewed")
    try await expectAccepted(transport(["localhost": trust]), renewed)
    try certificates.certificate("other", key: "b")
    let other = try await certificates.server("other", key: "b")
    let onlyA = try HostTrust.pinned([.publicKey("sha256//\(hash)")])
    try await expectRefused(transport(["localhost": onlyA]), other)
  }

  @Test("is refused by the pin of another certificate, and without a pin")
  func wrongPin() async throws {
    try certificates.certificate("renewed", key: "a")
    let pins = try [
      [CertificatePin.certificate(der: certificates.der("renewed"))],
      [.publicKey(sha256: Data(count: 32)), .certificate(sha256: Data(count: 32))],
      [],
    ]
    for pins in pins {
      let server = try await certificates.server("server")
      try await expectRefused(transport(["localhost": .pinned(pins)]), server)
    }
  }

  @Test("is checked by the rule for its host and port")
  func otherHost() async throws {
    let pin = CertificatePin.certificate(der: try certificates.der("server"))
    let hosts = ["other.example", "a.localhost", "127.0.0.1", "localhost:1"]
    for host in hosts {
      let server = try await certificates.server("server")
      try await expectRefused(transport([host: .pinned([pin])]), server)
    }
    // The rule with a port has precedence over the one without.
    let server = try await certificates.server("server")
    try await expectRefused(
      transport(["localhost": .pinned([pin]), "localhost:\(server.port)": .system]), server)
  }

  static let names: [Case<String?>] = [
    Case("for another host", "DNS:other.example"),
    Case("for a subdomain", "DNS:a.localhost"),
    Case("for every host of a top-level domain", "DNS:*.localhost,DNS:*"),
    Case("for the address only", "IP:127.0.0.1"),
    Case("by its common name only", nil),
  ]

  @Test("is refused with a pinned certificate that is not made for the host", arguments: names)
  func hostname(_ row: Case<String?>) async throws {
    try certificates.certificate("elsewhere", key: "a", names: row.value)
    let server = try await certificates.server("elsewhere")
    let trust = try HostTrust.pinned([
      .certificate(der: certificates.der("elsewhere")),
      .publicKey(ofCertificate: certificates.der("elsewhere")),
    ])
    try await expectRefused(transport(["localhost": trust]), server)
  }

  // RFC 9525 §6: a certificate for the address is not valid for a name that resolves to it.
  @Test(
    "is refused with a certificate of a trusted authority that is not made for the host",
    arguments: names)
  func issuedName(_ row: Case<String?>) async throws {
    try certificates.certificate("elsewhere", key: "a", names: row.value)
    let trust = try HostTrust.authorities([certificates.der("elsewhere")])
    try await expectRefused(
      transport(["localhost": trust]), try await certificates.server("elsewhere"))
    let peer = try await certificates.http2Peer("elsewhere")
    #expect(try await code(of: peer, transport(["localhost": trust])) == .certificateMismatch)
    try await eventually { peer.requests == [0] }
  }

  @Test("gets requests over HTTP/2 when its certificate is made for the host")
  func http2() async throws {
    let trust = try HostTrust.authorities([certificates.der("server")])
    let peer = try await certificates.http2Peer("server")
    #expect(try await code(of: peer, transport(["localhost": trust])) == .connectionFailed)
    try await eventually { peer.requests == [1] }
  }

  private func code(
    of peer: HTTP2Peer, _ transport: AsyncHTTPTransport
  ) async throws -> OAuthError.Code? {
    let request = HTTPRequest(to: "https://localhost:\(peer.port)/")
    return await failure { try await transport.send(request) }?.code
  }

  @Test(
    "is refused with a pinned certificate before and after its validity period",
    arguments: [-2, 31])
  func validity(_ days: Double) async throws {
    let server = try await certificates.server("server")
    let trust = HostTrust.pinned([.certificate(der: try certificates.der("server"))])
    let transport = try transport(["localhost": trust]) {
      RuntimeEnvironment.live.now().addingTimeInterval(days * 86_400)
    }
    try await expectRefused(transport, server)
  }

  @Test("is accepted with a certificate of a configured CA, and with no other")
  func authorities() async throws {
    let isAuthority = ["keyUsage=critical,keyCertSign"]
    try certificates.certificate("root", key: "b", names: nil, extensions: isAuthority)
    try certificates.certificate("other-root", key: "b", names: nil, extensions: isAuthority)
    try certificates.certificate(
      "leaf", key: "a", by: ("root", "b"), extensions: ["basicConstraints=critical,CA:FALSE"])
    let root = try certificates.der("root")
    let pin = CertificatePin.certificate(der: try certificates.der("leaf"))
    let other = CertificatePin.certificate(der: root)

    let leaf = try await certificates.server("leaf")
    try await expectAccepted(transport(["localhost": .authorities([root])]), leaf)
    try await expectAccepted(transport(["localhost": .authorities([root], and: [pin])]), leaf)
    for trust in try [
      HostTrust.authorities([root], and: [other]), .authorities([root], and: []),
      .authorities([certificates.der("server")]), .system(and: [pin]), .system,
    ] {
      try await expectRefused(
        transport(["localhost": trust]), try await certificates.server("leaf"))
    }
    // What an authority has issued for another host is not for this one.
    try certificates.certificate(
      "elsewhere", key: "a", names: "DNS:other.example", by: ("root", "b"),
      extensions: ["basicConstraints=critical,CA:FALSE"])
    try await expectRefused(
      transport(["localhost": .authorities([root])]),
      try await certificates.server("elsewhere"))
  }

  @Test("is refused for each of many concurrent requests, without a crash")
  func manyAtATime() async throws {
    let server = try await certificates.server("server")
    let wrong = try transport(["localhost": .pinned([.certificate(sha256: Data(count: 32))])])
    let request = request(server)
    let codes = await withTaskGroup(of: OAuthError.Code?.self) { group in
      for number in 0..<60 {
        group.addTask {
          await failure {
            if number.isMultiple(of: 2) {
              try await wrong.send(request, body: Self.body).body
            } else {
              try await wrong.open(request, body: .data(Self.body)).body.collect()
            }
          }?.code
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count == 60 && Set(codes) == [.certificateMismatch])
    #expect(server.connections.allSatisfy { $0.bytes == 0 })
    let pin = CertificatePin.certificate(der: try certificates.der("server"))
    try await expectAccepted(transport(["localhost": .pinned([pin])]), server)
  }
}
