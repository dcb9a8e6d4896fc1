// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

extension DaemonTests.NodeTests {
  @Test("the primary is lost and its synchronous standby promoted: every rule is kept")
  func promoted() async throws {
    let rounds = Rounds.count(1, soak: 10)
    let pair = try await PostgreSQLPair()
    defer { pair.stop() }
    let run = try await NodeRun(over: pair.freshDatabase()) { nodes in
      var random = SplitMix64(seed: 18)
      for round in 1...rounds {
        try await Task.sleep(for: .milliseconds(Int.random(in: 500...1_500, using: &random)))
        try await pair.failOver()
        // All of them find it by themselves, and go on while it gets another standby.
        for node in nodes { try await node.serves() }
        try await Task.sleep(for: .milliseconds(500))
        if round < rounds { try await pair.replaceStandby() }
      }
    }
    print("promotions: \(rounds), \(run.calls.count) calls, \(run.grants) granted")
    #expect(run.broken.isEmpty, "\(run.broken.prefix(10))")
    #expect(run.grants > rounds * 5 && run.hasUnknown)
  }

  @Test("a server says that acknowledged changes are on the synchronous standby as well")
  func announced() async throws {
    let folder = try Folder()
    let pair = try await PostgreSQLPair()
    defer { pair.stop() }
    let daemon = try await Daemon(
      in: folder, ["--database", pair.freshDatabase(), "--key-file", folder.path + "/master.key"])
    defer { daemon.stop() }
    let text = "acknowledged changes are on the primary and on a synchronous standby"
    #expect(daemon.child.output.contains(text), "\(daemon.child.output)")
  }
}
