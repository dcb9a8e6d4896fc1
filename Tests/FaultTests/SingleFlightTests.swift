// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("One refresh for all callers, at a server that rotates and detects reuse")
struct SingleFlightTests {
  static let rounds = Rounds.count(1000, soak: 5000)

  // attack: C-84
  @Test(
    "four processes on one file store: one request each round, the same token for all",
    .timeLimit(.minutes(15)))
  func processes() async throws {
    let stage = try await Stage.start()
    let path = stage.path()
    let first = try await stage.signIn(into: FileTokenStore(directory: path))
    var workers: [Program] = []
    for _ in 0..<4 { workers.append(try await stage.worker(in: path)) }
    stage.server.requests.clear()
    let clock = ContinuousClock()
    let start = clock.now
    for round in 1...Self.rounds {
      stage.server.clock.advance(by: .seconds(601))
      for worker in workers { _ = await worker.ask(stage.now) }
      for worker in workers { worker.tell("token") }
      var answers: Set<String?> = []
      for worker in workers { answers.insert(await worker.line()) }
      try #require(answers.count == 1, "round \(round): \(answers)")
      let answer = try #require(answers.first ?? nil)
      try #require(answer.hasPrefix("token \(first.generation + round) "), "\(answer)")
    }
    print("single flight: 4 processes × \(Self.rounds) rounds in \(start.duration(to: clock.now))")
    #expect(stage.server.requests.count("/token") == Self.rounds)
    let last = try #require(await FileTokenStore(directory: path).session(first.account))
    #expect(last.generation == first.generation + Self.rounds)
    #expect(try await stage.isAlive(last))
    #expect(try await stage.accepts(last))
    for worker in workers {
      worker.tell("quit")
      #expect(await worker.ended() == .exit(0))
    }
  }

  @Test(
    "ten thousand tasks on one session: one request each round, the newest token for all",
    .timeLimit(.minutes(10)))
  func tasks() async throws {
    let stage = try await Stage.start()
    let store = FileTokenStore(directory: stage.path())
    let first = try await stage.signIn(into: store)
    let session = Session(
      first, store: store, transport: Transports.system, environment: stage.server.environment)
    stage.server.requests.clear()
    let clock = ContinuousClock()
    let start = clock.now
    for round in 1...100 {
      stage.server.clock.advance(by: .seconds(601))
      let tokens = try await Self.tokens(of: session, tasks: 10_000)
      let stored = try #require(await store.session(first.account))
      #expect(stored.generation == first.generation + round)
      #expect(tokens == [stored.accessToken.reveal()], "round \(round)")
    }
    print("single flight: 10,000 tasks × 100 rounds in \(start.duration(to: clock.now))")
    #expect(stage.server.requests.count("/token") == 100)
    let last = try #require(await store.session(first.account))
    #expect(try await stage.isAlive(last))
    #expect(try await stage.accepts(last))
  }

  /// The set of tokens that this number of concurrent tasks gets.
  private static func tokens(of session: Session, tasks: Int) async throws -> Set<String> {
    // A task group would spend most of the time on its list of child tasks.
    let asking = (0..<tasks).map { _ in Task { try await session.accessToken() } }
    var tokens: Set<String> = []
    for task in asking { tokens.insert(try await task.value.reveal()) }
    return tokens
  }
}
