// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import TestKit

@Suite(
  "Four programs share the sessions of many users by nothing but a PostgreSQL database",
  .timeLimit(.minutes(15)))
struct SharedDatabaseTests {
  private static let users = Rounds.count(50, soak: 1000)

  /// Every user is signed in, and four programs have the store open.
  private struct World {
    let stage: Stage
    let store: PostgreSQLTokenStore
    let workers: [Program]

    init() async throws {
      stage = try await Stage.start()
      let address = try await PostgreSQLServer.shared.value.freshDatabase()
      store = try await PostgreSQLTokenStore(address)
      for n in 0..<SharedDatabaseTests.users {
        // Without an ID token a sign-in has an account of its own.
        _ = try await stage.signIn(
          into: store, scopes: [.profile, .offlineAccess], storedAs: "user \(n)")
      }
      var workers: [Program] = []
      for _ in 0..<4 { workers.append(try await stage.worker(on: "postgresql", in: address)) }
      self.workers = workers
    }

    /// Lets all tokens expire, and tells every program.
    func expireTokens() async {
      stage.server.requests.clear()
      stage.server.clock.advance(by: .seconds(601))
      for worker in workers { _ = await worker.ask(stage.now) }
    }

    /// Checks that each session has had this many tokens, and can be refreshed.
    func check(generation: Int) async throws {
      let sessions = try await store.sessions()
      #expect(sessions.count == SharedDatabaseTests.users)
      for session in sessions {
        #expect(session.generation == generation, "\(session.name)")
        #expect(try await stage.isAlive(session), "\(session.name)")
      }
    }

    func end() async {
      for worker in workers {
        worker.tell("quit")
        #expect(await worker.ended() == .exit(0))
      }
      await store.records.close()
      await stage.server.stop()
    }
  }

  // attack: C-84
  @Test("all tokens have expired and all ask at once: one refresh for each user, one token for all")
  func together() async throws {
    let world = try await World()
    let rounds = Rounds.count(3, soak: 20)
    for round in 1...rounds {
      await world.expireTokens()
      for worker in world.workers { worker.tell("tokens") }
      var answers: Set<String?> = []
      for worker in world.workers { answers.insert(await worker.line()) }
      #expect(answers.count == 1, "round \(round): \(answers)")
      #expect(answers.first??.hasPrefix("tokens \(Self.users) ") == true, "\(answers)")
      #expect(world.stage.server.requests.count("/token") == Self.users)
    }
    try await world.check(generation: 1 + rounds)
    await world.end()
  }
}
