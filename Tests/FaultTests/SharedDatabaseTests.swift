// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import TestKit

@Suite(
  "Four programs on two machines share the sessions of many users in a PostgreSQL database",
  .serialized, .timeLimit(.minutes(15)))
struct SharedDatabaseTests {
  private static let users = Rounds.count(50, soak: 1000)

  /// Every user is signed in, and four programs have the store open: two in each of two network namespaces,
  /// or all in the machine's own network if namespaces cannot be made.
  private struct World {
    let stage: Stage
    let machines: [OwnNetwork]
    let database: PostgreSQLServer
    let store: PostgreSQLTokenStore
    private(set) var workers: [Program] = []
    private let name: String

    init() async throws {
      stage = try await Stage.start()
      var machines: [OwnNetwork] = []
      while OwnNetwork.isPossible, machines.count < 2 {
        machines.append(try await OwnNetwork(forwarding: stage.server.port))
      }
      self.machines = machines
      var options = PostgreSQLServer.Options()
      options.addresses = machines.map(\.databaseAddress)
      database = try await PostgreSQLServer(options)
      name = try database.freshName()
      store = try await PostgreSQLTokenStore(database.address(of: name))
      for n in 0..<SharedDatabaseTests.users {
        // Without an ID token, each sign-in gets its own account.
        _ = try await stage.signIn(
          into: store, scopes: [.profile, .offlineAccess], storedAs: "user \(n)")
      }
      for n in 0..<4 { workers.append(try await worker(on: n % 2)) }
    }

    private func worker(on machine: Int) async throws -> Program {
      let network = machines.isEmpty ? nil : machines[machine]
      let address =
        network.map {
          "postgresql://coatcheck@\($0.databaseAddress)/\(name)?sslmode=disable"
        } ?? database.address(of: name)
      return try await stage.worker(on: "postgresql", in: address, within: network)
    }

    /// Lets all tokens expire, and asks each program for the tokens of all sessions.
    func askWithExpiredTokens() async {
      stage.server.requests.clear()
      stage.server.clock.advance(by: .seconds(601))
      for worker in workers { _ = await worker.ask(stage.now) }
      for worker in workers { worker.tell("tokens") }
    }

    /// The number of refreshes that the issuer has responded to since then.
    var refreshes: Int { stage.server.requests.count("/token") }

    /// Kills the programs of one machine, and starts others there.
    mutating func replaceWorkers(of machine: Int) async throws {
      for n in workers.indices where n % 2 == machine {
        workers[n].signal(SIGKILL)
        #expect(await workers[n].ended() == .signal(SIGKILL))
        workers[n] = try await worker(on: machine)
        workers[n].tell("tokens")
      }
    }

    /// Checks that all programs return the same token for each session.
    func checkAnswers(_ place: Comment) async {
      var answers: Set<String?> = []
      for worker in workers { answers.insert(await worker.line()) }
      #expect(answers.count == 1, "\(place): \(answers)")
      #expect(
        answers.first??.hasPrefix("tokens \(SharedDatabaseTests.users) ") == true,
        "\(place): \(answers)")
    }

    /// Checks that each session has this generation, and can be refreshed.
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
      database.stop()
      for machine in machines { machine.stop() }
      await stage.server.stop()
    }
  }

  // attack: C-84
  @Test("all tokens expire and all programs ask at once: one refresh and one token for each user")
  func together() async throws {
    let world = try await World()
    let rounds = Rounds.count(3, soak: 20)
    for round in 1...rounds {
      await world.askWithExpiredTokens()
      await world.checkAnswers("round \(round)")
      #expect(world.refreshes == Self.users, "round \(round)")
    }
    try await world.check(generation: 1 + rounds)
    print("shared database: \(Self.users) users × \(rounds), \(world.machines.count) namespaces")
    await world.end()
  }

  // attack: C-42
  @Test(
    "a machine's programs are killed during a refresh: one new token each, no user signed out"
  )
  func killed() async throws {
    var world = try await World()
    let rounds = Rounds.count(2, soak: 20)
    var repeated = 0
    for round in 1...rounds {
      await world.askWithExpiredTokens()
      // Some refreshes have a response by now, and others have not begun.
      while world.refreshes < Self.users / 3 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(world.refreshes < Self.users, "round \(round): killed too late")
      try await world.replaceWorkers(of: round % 2)
      await world.checkAnswers("round \(round)")
      repeated += world.refreshes - Self.users
    }
    try await world.check(generation: 1 + rounds)
    print("shared database: \(rounds) machines killed, \(repeated) refreshes repeated")
    await world.end()
  }
}
