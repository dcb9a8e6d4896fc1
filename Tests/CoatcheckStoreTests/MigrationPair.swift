// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

/// Two stores in memory whose functions can fail, and the migration from one to the other.
struct MigrationPair: Sendable {
  typealias Records = FaultyRecords<MemoryRecords>
  typealias Checks = (
    requireKept: (_ call: Int) async throws -> Void, requireMoved: () async throws -> Void
  )

  let source = records("old")
  let target = records("new")

  var migration: StoreMigration {
    StoreMigration(from: RecordTokenStore(source), to: RecordTokenStore(target))
  }

  private static func records(_ name: String) -> Records {
    FaultyRecords(
      MemoryRecords(), at: StoreLocation(kind: "memory", location: name, protection: .plainText))
  }

  /// A fault of one function of one store.
  struct Problem: Sendable, CustomTestStringConvertible {
    let isTarget: Bool
    let function: RecordFunction
    let fault: RecordFault
    let name: String
    var testDescription: String {
      "\(isTarget ? "target" : "source") \(function.rawValue) \(name)"
    }
  }

  static let troubles: [Problem] = [false, true].flatMap { isTarget in
    RecordFunction.allCases.flatMap { function in
      [
        ("fails", RecordFault.diskFull), ("is locked", .locked), ("damages a record", .damaged),
        ("fails after the change", .failingAfterwards("The program was stopped.")),
      ].map { Problem(isTarget: isTarget, function: function, fault: $0.1, name: $0.0) }
    }
  }

  /// Interrupts a migration at each call of the function in turn, and repeats it without the fault.
  ///
  /// - Parameter fill: Fills the source of an empty pair, and returns what must hold after the interrupted
  ///   migration and after the repeated one.
  static func interrupt(
    by trouble: Problem, filling fill: (MigrationPair) async throws -> Checks
  ) async throws {
    for call in 1...40 {
      let pair = MigrationPair()
      let records = trouble.isTarget ? pair.target : pair.source
      let checks = try await fill(pair)
      records.fail(trouble.function, with: trouble.fault, onCall: call)
      _ = try? await pair.migration.run()
      let isOver = records.calls(of: trouble.function) < call
      try await checks.requireKept(call)
      pair.source.mend()
      pair.target.mend()
      #expect(try await pair.migration.run().isComplete, "call \(call)")
      try await checks.requireMoved()
      if isOver { return }
    }
    Issue.record("The function was called more often than expected.")
  }
}
