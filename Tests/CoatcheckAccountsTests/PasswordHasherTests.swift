// SPDX-License-Identifier: Apache-2.0
import TestSupport
@testable import CoatcheckAccounts

@Suite("The password hasher")
struct PasswordHasherTests {
  private static let random: @Sendable (Int) -> [UInt8] = { (0..<$0).map { UInt8($0 & 255) } }

  @Test("the right password is accepted and a wrong one is not")
  func verifies() async throws {
    let hasher = PasswordHasher(cost: .testing, random: Self.random)
    let hash = try await hasher.hash(Password("secret"))
    #expect(try await hasher.verify(Password("secret"), against: hash))
    #expect(try await !hasher.verify(Password("Secret"), against: hash))
    #expect(!hash.needsRehash(to: hasher.cost))
  }

  @Test("two hashes of one password differ by their salt")
  func salts() async throws {
    let count = Mutex(UInt8(0))
    let hasher = PasswordHasher(cost: .testing) { length in
      count.withLock {
        $0 += 1; return Array(repeating: $0, count: length)
      }
    }
    let first = try await hasher.hash(Password("secret"))
    #expect(try await hasher.hash(Password("secret")) != first)
  }

  @Test("an unknown user costs one hash as well, and is never accepted")
  func unknownUser() async throws {
    let hasher = PasswordHasher(cost: .testing, workers: 1, queue: 0, random: Self.random)
    #expect(try await !hasher.verify(Password("secret"), against: nil))
    #expect(hasher.jobsDone == 1)
    _ = try await hasher.verify(Password("secret"), against: hasher.hash(Password("other")))
    #expect(hasher.jobsDone == 3)
  }

  @Test("at most as many hashes run at once as there are workers", arguments: [1, 2, 3])
  func bounded(_ workers: Int) async throws {
    let pool = WorkPool(workers: workers, queue: 64)
    let running = Running()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          try await pool.run { () throws(AccountError) in
            running.begin()
            // Slow enough for the others to start meanwhile.
            _ = try PasswordHash(
              of: Password("x"), salt: Self.random(16),
              cost: ScryptCost(logRounds: 10, blockSize: 8, passes: 1))
            running.end()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.most <= workers)
    #expect(running.now == 0)
    #expect(pool.done == 64)
  }

  @Test("jobs beyond the queue are refused as busy, and the others are served")
  func overflow() async throws {
    let pool = WorkPool(workers: 2, queue: 3)
    let gate = Gate()
    let outcomes = await withTaskGroup(of: AccountError.Code?.self) { group in
      for n in 0..<10 {
        group.addTask {
          do throws(AccountError) {
            try await pool.run { () throws(AccountError) in gate.wait() }
            return nil
          } catch {
            return error.code
          }
        }
        // In order: the first two start, three wait, five are refused.
        while pool.admitted + pool.turnedAway <= n { await Task.yield() }
      }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == nil }.count == 5)
    #expect(outcomes.filter { $0 == .busy }.count == 5)
  }

  @Test("a cancelled caller gives up its place in the queue, and the pool continues")
  func cancellation() async throws {
    let pool = WorkPool(workers: 1, queue: 1)
    let gate = Gate()
    let first = Task { try await pool.run { () throws(AccountError) in gate.wait() } }
    while pool.admitted < 1 { await Task.yield() }
    let second = Task { try await pool.run { () throws(AccountError) in 2 } }
    while pool.admitted < 2 { await Task.yield() }
    second.cancel()
    await #expect(throws: AccountError(.cancelled, "")) { try await second.value }
    let third = Task { try await pool.run { () throws(AccountError) in 3 } }
    while pool.admitted < 3 { await Task.yield() }
    gate.open()
    try await first.value
    #expect(try await third.value == 3)
    let gone = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await pool.run { () throws(AccountError) in 4 }
    }
    gone.cancel()
    await #expect(throws: AccountError(.cancelled, "")) { try await gone.value }
  }

  @Test("other tasks run while all workers are busy")
  func doesNotBlockTasks() async throws {
    let pool = WorkPool(workers: 16, queue: 0)
    let gate = Gate()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask { try? await pool.run { () throws(AccountError) in gate.wait() } }
      }
      while pool.admitted < 16 { await Task.yield() }
      // This would not be reached if the sixteen jobs blocked the threads that run tasks.
      let others = await withTaskGroup(of: Int.self) { inner in
        for n in 0..<100 { inner.addTask { n } }
        return await inner.reduce(0, +)
      }
      #expect(others == 4950)
      gate.open()
    }
  }
}
