// SPDX-License-Identifier: Apache-2.0
import CoatcheckKii
import TestKit

@Suite("coatcheck-standin", .timeLimit(.minutes(10)))
struct StandInProgramTests {
  private static let systems = ["docomo", "kii", "oclc", "nx", "weibo"]

  private func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(Programs.path("coatcheck-standin"), arguments)
  }

  @Test(
    "prints its users and, last, its address, and ends by a signal with status 0",
    arguments: systems, [SIGTERM, SIGINT])
  func life(_ system: String, _ signal: Int32) async throws {
    let program = try start(system, "--port", "0")
    defer { program.stop() }
    let place = try await program.line { $0.hasPrefix("listening on http://127.0.0.1:") }
    let lines = program.output.split(separator: "\n").map(String.init)
    #expect(lines.last == place)
    #expect(lines.contains("user: alice, password: wonderland"))
    #expect(
      lines.contains { ["client: app", "app: app", "app key: "].contains(where: $0.hasPrefix) })
    let request = try HTTPRequest(.get, at: place.dropFirst("listening on ".count) + "/")
    let (head, _) = try await Transports.system.send(request, body: Data(), limit: .standard)
    #expect((400..<500).contains(head.status.code))
    program.send(signal)
    #expect(try await program.end().status == 0)
  }

  @Test("a port in use is an error that names it, and nothing else is printed")
  func takenPort() async throws {
    let first = try start("kii", "--port", "0")
    defer { first.stop() }
    let line = try await first.line { $0.hasPrefix("listening on ") }
    let port = try #require(line.split(separator: ":").last.map(String.init))
    let (output, status) = try await start("nx", "--port", port).end()
    #expect(status == 1)
    #expect(
      output.hasPrefix("coatcheck-standin: error: cannot listen on 127.0.0.1:\(port): "),
      "\(output)")
    #expect(!output.contains("user:"))
  }

  @Test(
    "an invalid system, port or lifetime is a usage error",
    arguments: [["google"], [], ["kii", "--port", "65536"], ["kii", "--lifetime", "0"]])
  func mistakes(_ arguments: [String]) async throws {
    let (output, status) = try await ChildProcess(
      Programs.path("coatcheck-standin"), arguments
    ).end()
    #expect(status == 64, "\(output)")
  }

  @Test("--lifetime is the lifetime of its access tokens")
  func lifetime() async throws {
    let kii = try await StandInProgram.start("kii", ["--lifetime", "61"])
    defer { kii.stop() }
    let provider = try Provider.kii(site: .custom(kii.url), appID: "app", appKey: "key")
    let client = Client(of: provider, id: "app", store: MemoryTokenStore())
    let session = try await client.signIn(
      using: .kiiPassword("alice", password: Secret("wonderland")))
    let stored = try #require(session.stored)
    let end = try #require(stored.expiry.date)
    #expect(end.timeIntervalSince(stored.obtainedAt) == 61)
  }
}
