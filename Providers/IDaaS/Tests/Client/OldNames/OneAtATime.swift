// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Runs one test at a time, over all suites: the old names keep their state for the whole program.
struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns()
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.begin()
    do {
      try await body()
    } catch {
      await Self.turns.end()
      throw error
    }
    await Self.turns.end()
  }

  /// A lock with a queue of waiting tests.
  private actor Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      if isTaken {
        await withCheckedContinuation { waiting.append($0) }
      } else {
        isTaken = true
      }
    }

    func end() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == OneAtATime {
  /// A trait that excludes all other tests with it.
  static var oneAtATime: Self { OneAtATime() }
}
