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
    "says whom it knows and, last, where it is, and ends in order when it is asked to",
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
    let endpoint = try Endpoint(place.dropFirst("listening on ".count) + "/")
    let request = HTTPRequest(
      method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: "/")
    let (head, _) = try await Transports.system.send(request, body: Data(), limit: .standard)
    #expect((400..<500).contains(head.status.code))
    program.send(signal)
    #expect(try await program.end().status == 0)
  }

  @Test("a port that is taken is an error which names it, and nothing else is printed")
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
    "a system, a port or a lifetime that there is not is a mistake in the command line",
    arguments: [["google"], [], ["kii", "--port", "65536"], ["kii", "--lifetime", "0"]])
  func mistakes(_ arguments: [String]) async throws {
    let (output, status) = try await ChildProcess(
      Programs.path("coatcheck-standin"), arguments
    ).end()
    #expect(status == 64, "\(output)")
  }

  @Test("--lifetime is how long its tokens last")
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
