// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

/// One call of a store with its arguments, and its outcome as text.
struct RandomVerb: Sendable {
  let name: String
  let run: @Sendable (SocialStoreContract.Store) async throws -> Any

  func outcome(on store: SocialStoreContract.Store) async -> String {
    do {
      return "\(try await run(store))"
    } catch {
      return "error \(error)"
    }
  }
}

/// The state of a script: its random numbers, its clock, and the number of names it has made.
struct RandomState {
  var random: SplitMix64
  var seconds = 0.0
  var made = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }
}

/// A random sequence of calls with few names, so that the calls affect each other, and a clock that mostly
/// advances.
protocol RandomScript {
  var state: RandomState { get set }

  init(seed: UInt64)
  mutating func next() -> RandomVerb
}

extension RandomScript {
  var made: Int { state.made }
  var now: Date { Date(timeIntervalSince1970: 1_700_000_000 + state.seconds) }

  mutating func pick(_ names: String...) -> String { names[one(of: names.count)] }
  mutating func one(of count: Int) -> Int { Int.random(in: 0..<count, using: &state.random) }
  mutating func fresh(_ prefix: String) -> String {
    state.made += 1
    return "\(prefix)\(made)"
  }
  func digest(_ name: String) -> TokenDigest { TokenDigest(of: Secret(name)) }

  /// Advances the clock by a few seconds, and once in `period` calls by `jump` seconds.
  mutating func tick(_ seconds: ClosedRange<Int>, jump: Double, onceIn period: Int) {
    state.seconds += Double(Int.random(in: seconds, using: &state.random))
    if one(of: period) == 0 { state.seconds += jump }
  }

  /// Runs a script on the memory store, which is the model, and on PostgreSQL, which must return the same.
  static func expectSameOutcomes(onPostgreSQL seed: Int, steps: Int) async throws {
    try await TestDatabase.shared.value.withStore { store in
      let model = MemoryStore()
      var script = Self(seed: UInt64(seed))
      for step in 1...steps {
        let verb = script.next()
        let expected = await verb.outcome(on: model)
        let found = await verb.outcome(on: store)
        guard found == expected else {
          Issue.record(
            "seed \(seed), step \(step): \(verb.name) returned \(found), not \(expected)")
          return
        }
      }
    }
  }

  /// Runs a script on both stores: the memory store is the model, and SQLite must return the same.
  /// - Parameters:
  ///   - steps: The number of calls.
  ///   - period: The number of calls after which the SQLite store is closed and opened again.
  ///   - wanted: Outcomes that must occur.
  static func expectSameOutcomes(
    seed: Int, steps: Int, reopeningAfter period: Int, wanted: Set<String>
  ) async throws {
    let folder = try Folder()
    let model = MemoryStore()
    var store = try await SQLiteStore(path: folder.file)
    var script = Self(seed: UInt64(seed))
    var kinds: Set<String> = []
    for step in 1...steps {
      let verb = script.next()
      let expected = await verb.outcome(on: model)
      let found = await verb.outcome(on: store)
      kinds.insert(String(expected.prefix { $0 != "(" }))
      guard found == expected else {
        Issue.record("seed \(seed), step \(step): \(verb.name) returned \(found), not \(expected)")
        return
      }
      if step.isMultiple(of: period) {
        try await store.close()
        store = try await SQLiteStore(path: folder.file)
      }
    }
    try await store.close()
    #expect(wanted.subtracting(kinds).isEmpty)
  }
}
