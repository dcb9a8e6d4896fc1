// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd is killed while clients use their tokens", .timeLimit(.minutes(30)))
  struct KillTests {
    /// A client's own record of what was acknowledged to it.
    private struct Ledger: Sendable {
      let code: String
      /// The newest refresh token; nil while the code has not been answered.
      var newest: String?
      /// The token whose successor has been used.
      var spent: String?
      /// The token before the newest.
      private var previous: String?
      var rotations = 0

      init(code: String) { self.code = code }

      mutating func acknowledge(_ token: String) {
        spent = previous
        previous = newest
        newest = token
        rotations += 1
      }
    }

    /// The number of responses that all clients together have received.
    private final class Answers: Sendable {
      private let number = Atomic(0)

      var count: Int { number.load(ordering: .relaxed) }

      func add() { number.add(1, ordering: .relaxed) }
    }

    private static let clients = 4
    /// The window in which a repeated refresh token returns the same successor is longer than any restart here.
    private static let seed = Visitor.clients.replacing(
      "\"clients\"", with: "\"settings\": {\"grace\": 60}, \"clients\"")

    // attack: V-20
    @Test("no acknowledged token is lost, and none is usable twice")
    func killed() async throws {
      let folder = try Folder()
      let rounds = Rounds.count(20, soak: 500)
      var random = SplitMix64(seed: 20)
      var daemon = try await Daemon(in: folder, seed: Self.seed)
      let alice = try await Visitor.signedIn(at: daemon, in: folder.path)
      var rotations = 0
      var replays = 0
      for round in 0..<rounds {
        let visitor = alice.visiting(daemon)
        var codes: [String] = []
        for _ in 0..<Self.clients { codes.append(try await visitor.code()) }
        let victim = daemon.child
        // The server is killed after a random number of responses and a short random time.
        let answers = Int.random(in: 1...24, using: &random)
        let moment = Int.random(in: 0...3_000, using: &random)
        let answered = Answers()
        let ledgers = await withTaskGroup(of: Ledger?.self) { group in
          for code in codes {
            group.addTask {
              await Self.use(code, as: visitor, answered)
            }
          }
          group.addTask {
            for _ in 0..<60_000 where answered.count < answers {
              try? await Task.sleep(for: .milliseconds(1))
            }
            try? await Task.sleep(for: .microseconds(moment))
            victim.crash()
            return nil
          }
          return await group.reduce(into: [Ledger]()) { $0 += $1.map { [$0] } ?? [] }
        }
        daemon = try await Daemon(in: folder, seed: Self.seed)
        let after = alice.visiting(daemon)
        for ledger in ledgers {
          guard let newest = ledger.newest else { continue }
          rotations += ledger.rotations
          let next = try await after.refresh(newest)
          #expect(next.status == 200, "round \(round): an acknowledged token was lost")
          if let spent = ledger.spent {
            replays += 1
            #expect(try await after.refresh(spent).status == 400, "round \(round): used twice")
          } else {
            #expect(try await after.exchange(ledger.code).status == 400, "round \(round): code")
          }
          // Either of these requests revokes the family.
          #expect(try await after.refresh(next["refresh_token"] ?? "").status == 400)
        }
      }
      daemon.stop()
      print("kills of the server: \(rounds), \(rotations) rotations, \(replays) replays refused")
      // A test in which nothing was acknowledged would prove nothing.
      #expect(rotations > rounds && replays > rounds / 4)
    }

    /// Exchanges a code and uses each refresh token for the next, until the server is gone.
    private static func use(
      _ code: String, as visitor: Visitor, _ answered: Answers
    ) async -> Ledger {
      var ledger = Ledger(code: code)
      guard let first = try? await visitor.exchange(code), let token = first["refresh_token"]
      else { return ledger }
      ledger.acknowledge(token)
      answered.add()
      while let newest = ledger.newest, let reply = try? await visitor.refresh(newest),
        let token = reply["refresh_token"]
      {
        ledger.acknowledge(token)
        answered.add()
      }
      return ledger
    }
  }
}
