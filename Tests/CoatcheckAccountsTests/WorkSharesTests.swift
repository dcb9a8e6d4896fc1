// SPDX-License-Identifier: Apache-2.0
import TestSupport
@testable import CoatcheckAccounts

@Suite("The shares of sources at the password hasher", .timeLimit(.minutes(5)))
struct WorkSharesTests {
  /// Adds jobs that wait for a gate, one after the other, and returns the number of refused jobs.
  private static func crowd(
    _ count: Int, of owner: WorkOwner?, in pool: WorkPool, at gate: Gate,
    _ group: inout TaskGroup<Bool>, then: @escaping @Sendable () -> Void = {}
  ) async -> Int {
    let before = pool.turnedAway
    for _ in 0..<count {
      let known = pool.admitted + pool.turnedAway
      group.addTask {
        do throws(AccountError) {
          try await pool.run(for: owner) { () throws(AccountError) in
            gate.wait()
            then()
          }
          return true
        } catch {
          return false
        }
      }
      while pool.admitted + pool.turnedAway == known { await Task.yield() }
    }
    return pool.turnedAway - before
  }

  // attack: V-05
  @Test(
    "20,000 jobs of one source leave half of the places, and the next turns, to other sources")
  func oneSource() async {
    let pool = WorkPool(workers: 1, queue: 64)
    let gate = Gate()
    let order = Mutex<[String]>([])
    let guests = (0..<33).map { "guest-\($0)" }
    await withTaskGroup(of: Bool.self) { group in
      let host = WorkOwner(source: "host", isGuessing: false)
      let refused = await Self.crowd(20_000, of: host, in: pool, at: gate, &group) {
        order.withLock { $0.append("host") }
      }
      #expect(refused == 19_968)
      for name in guests {
        let guest = WorkOwner(source: name, isGuessing: false)
        let refused = await Self.crowd(1, of: guest, in: pool, at: gate, &group) {
          order.withLock { $0.append(name) }
        }
        #expect(refused == 0, "\(name)")
      }
      gate.open()
    }
    // One job of the host runs already; then all guests come before the other jobs of the host.
    let expected = ["host"] + guests + Array(repeating: "host", count: 31)
    #expect(order.withLock { $0 } == expected)
  }

  // attack: V-05
  @Test(
    "many guessing sources get one worker and half of the places; new sources get the rest"
  )
  func guessers() async {
    let pool = WorkPool(workers: 2, queue: 64)
    let gate = Gate()
    await withTaskGroup(of: Bool.self) { group in
      var refused = 0
      for n in 0..<100 {
        let guesser = WorkOwner(source: "guesser-\(n)", isGuessing: true)
        refused += await Self.crowd(1, of: guesser, in: pool, at: gate, &group)
      }
      #expect(refused == 67)
      // The job of a guessing source runs at the closed gate, and a new source is served beside it.
      while pool.maximumConcurrent == 0 { await Task.yield() }
      let new = WorkOwner(source: "new", isGuessing: false)
      let answer = try? await pool.run(for: new) { () throws(AccountError) in 1 }
      #expect(answer == 1)
      #expect(pool.maximumConcurrent == 2)
      gate.open()
      let served = await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      #expect(served == 33)
    }
  }

  @Test("a single worker serves guessing sources when there are no others", arguments: [1, 2, 3])
  func onlyGuessers(_ workers: Int) async throws {
    let pool = WorkPool(workers: workers, queue: 8)
    let owner = WorkOwner(source: "host", isGuessing: true)
    for n in 0..<20 {
      #expect(try await pool.run(for: owner) { () throws(AccountError) in n } == n)
    }
  }

  @Test("a caller that gives up a place leaves it to others of the same source")
  func cancelled() async throws {
    let pool = WorkPool(workers: 1, queue: 3)
    let gate = Gate()
    let owner = WorkOwner(source: "host", isGuessing: false)
    let first = Task { try await pool.run(for: owner) { () throws(AccountError) in gate.wait() } }
    while pool.admitted < 1 { await Task.yield() }
    for n in 2...10 {
      let waiting = Task { try await pool.run(for: owner) { () throws(AccountError) in 2 } }
      while pool.admitted < n { await Task.yield() }
      waiting.cancel()
      await #expect(throws: AccountError(.cancelled, "")) { try await waiting.value }
    }
    gate.open()
    try await first.value
  }

  @Test("a source guesses after more than five wrong passwords in a row, until one is right")
  func guessing() {
    let sources = GuessingSources()
    for n in 1...6 {
      #expect(!sources.contains("a"), "\(n)")
      sources.note("a", isRight: false)
    }
    #expect(sources.contains("a") && !sources.contains("b"))
    sources.note("a", isRight: true)
    #expect(!sources.contains("a"))
    for _ in 0..<6 { sources.note("a", isRight: false) }
    // A source with a recent result is still known, however many others there are.
    for n in 0..<GuessingSources.limit { sources.note("\(n)", isRight: false) }
    #expect(sources.contains("a"))
    for n in 0..<GuessingSources.limit { sources.note("x\(n)", isRight: false) }
    #expect(!sources.contains("a"))
  }
}
