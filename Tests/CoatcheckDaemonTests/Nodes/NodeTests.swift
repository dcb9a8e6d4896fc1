// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

extension DaemonTests {
  /// Three servers over one PostgreSQL database, under clients that record what they are told.
  @Suite("coatcheckd on several machines", .timeLimit(.minutes(60)))
  struct NodeTests {
    // attack: ST-23
    @Test("one of three is killed again and again: every rule is kept")
    func killed() async throws {
      let rounds = Rounds.count(6, soak: 300)
      let database = try await PostgreSQLServer.shared.value.freshDatabase()
      let run = try await NodeRun(over: database) { nodes in
        var random = SplitMix64(seed: 16)
        for _ in 0..<rounds {
          try await Task.sleep(for: .milliseconds(Int.random(in: 100...600, using: &random)))
          try await nodes[Int(random.next() % 3)].crash()
        }
      }
      print("kills of servers: \(rounds), \(run.calls.count) calls, \(run.grants) granted")
      #expect(run.broken.isEmpty, "\(run.broken.prefix(10))")
      #expect(run.grants > rounds * 5 && run.hasUnknown)
    }

    // attack: ST-17
    @Test("the database is killed and recovers, again and again: every rule is kept")
    func recovered() async throws {
      let rounds = Rounds.count(3, soak: 30)
      let server = try await PostgreSQLServer()
      defer { server.stop() }
      let run = try await NodeRun(over: server.freshDatabase()) { nodes in
        var random = SplitMix64(seed: 17)
        for _ in 0..<rounds {
          try await Task.sleep(for: .milliseconds(Int.random(in: 500...1_500, using: &random)))
          server.crash()
          try await Task.sleep(for: .milliseconds(500))
          // All of them find it again by themselves.
          for node in nodes { try await node.serves() }
        }
      }
      print("kills of the database: \(rounds), \(run.calls.count) calls, \(run.grants) granted")
      #expect(run.broken.isEmpty, "\(run.broken.prefix(10))")
      #expect(run.grants > rounds * 5 && run.hasUnknown)
    }

    @Test("a server that is suspended and resumed does not undo what the others did")
    func stopped() async throws {
      let seconds = Rounds.count(3, soak: 60)
      let database = try await PostgreSQLServer.shared.value.freshDatabase()
      let run = try await NodeRun(over: database) { nodes in
        for node in nodes.dropFirst() {
          try await Task.sleep(for: .milliseconds(300))
          node.child.send(SIGSTOP)
          try await Task.sleep(for: .seconds(seconds))
          node.child.send(SIGCONT)
          try await node.serves()
        }
      }
      #expect(run.broken.isEmpty, "\(run.broken.prefix(10))")
      #expect(run.grants > 50)
    }

    static let clocks: [Case<(shift: String, isRefused: Bool)>] = [
      Case("3 seconds behind", ("+3s", false)), Case("3 seconds ahead", ("-3s", false)),
      Case("30 seconds behind", ("+30s", true)), Case("30 seconds ahead", ("-30s", true)),
      Case("10 minutes behind", ("+10m", true)), Case("10 minutes ahead", ("-10m", true)),
    ]

    @Test(
      "a server whose clock differs too much from the database's does not start", arguments: clocks)
    func clock(_ row: Case<(shift: String, isRefused: Bool)>) async throws {
      let folder = try Folder()
      // The clock of the database is shifted: which of the two clocks is wrong makes no difference.
      var options = PostgreSQLServer.Options()
      options.clock = row.value.shift
      let server = try await PostgreSQLServer(options)
      defer { server.stop() }
      let child = try Daemon.start(
        in: folder.path, seed: Visitor.clients,
        ["--database", server.freshDatabase(), "--key-file", folder.path + "/master.key"])
      defer { child.stop() }
      if row.value.isRefused {
        let (output, status) = try await child.end()
        #expect(status != 0)
        let way = row.value.shift.hasPrefix("+") ? "behind" : "ahead of"
        #expect(output.contains("this machine's clock is"), "\(output)")
        #expect(output.contains(" s \(way) the database's"), "\(output)")
      } else {
        #expect(try await child.daemonOrigin().hasPrefix("http://127.0.0.1:"))
      }
    }
  }
}
