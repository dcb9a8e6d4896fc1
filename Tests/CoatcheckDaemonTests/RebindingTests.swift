// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd and DNS rebinding", .timeLimit(.minutes(10)))
  struct RebindingTests {
    // attack: V-11
    @Test("answers 421 to requests that name another host: no page reads the outbox")
    func hosts() async throws {
      let folder = try Folder()
      let tenant = #"{"applications": [{"client_id": "c1", "name": "Demo"}]}"#
      try folder.write("tenant.json", Array(tenant.utf8))
      let daemon = try await Daemon(in: folder, ["--tenant", folder.path, "--development"])
      defer { daemon.stop() }
      let port = daemon.port
      let client = AddressedTransport(from: "127.0.0.1", to: port)
      let rows = [
        ("127.0.0.1:\(port)", 200), ("127.0.0.2:\(port)", 200), ("[::1]:\(port)", 200),
        ("evil.example:\(port)", 421), ("evil.example", 421),
        ("127.0.0.1.evil.example:\(port)", 421),
        ("127.0.0.1:1", 421), ("localhost.evil.example:\(port)", 421),
      ]
      for (host, status) in rows {
        for path in ["/api/v2/dev/outbox", "/livez", "/.well-known/openid-configuration"] {
          let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
          let reply = try await client.send(head, body: Data(), limit: .standard)
          #expect(reply.head.status.code == status, "\(host) \(path)")
        }
      }
    }
  }
}
