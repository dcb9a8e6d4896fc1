// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

@testable import CoatcheckStorage

@Suite("Histories of servers over one store", .timeLimit(.minutes(5)))
struct HistoryTests {
  private static let operations = 2_500

  /// Runs a workload, and returns the violations. If none is of the expected rules, it goes on, up to five
  /// times as long: on a busy machine, few calls may meet.
  private static func violations(
    of targets: [any HistoryTarget], seed: UInt64, breaking expected: Set<Violation.Rule> = []
  ) async -> [Violation] {
    let history = History()
    var violations: [Violation] = []
    for part in 1...5 {
      await HistoryWorkload(targets, into: history, seed: seed + UInt64(part - 1)).run(clients: 8) {
        $0.count >= operations * part
      }
      violations = HistoryCheck.violations(in: history.all)
      if expected.isEmpty || !expected.isDisjoint(with: violations.map(\.rule)) { break }
    }
    // A history without granted calls would prove nothing.
    #expect(history.all.count { if case .granted = $0.outcome { true } else { false } } > 200)
    return violations
  }

  // attack: ST-01 ST-23
  @Test("keep every rule", arguments: StoreKind.allCases)
  func sound(_ kind: StoreKind) async throws {
    let violations = try await kind.withStore { store in
      await Self.violations(of: [StoreTarget(store: store)], seed: 1)
    }
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test("three servers over one PostgreSQL database keep every rule")
  func three() async throws {
    let violations = try await TestDatabase.shared.value.withServers { stores, _ in
      await Self.violations(of: stores.map { StoreTarget(store: $0) }, seed: 2)
    }
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test(
    "a mistake in one of three servers is found", .timeLimit(.minutes(1)),
    arguments: PlantedFault.Fault.allCases)
  func planted(_ fault: PlantedFault.Fault) async throws {
    let violations = try await TestDatabase.shared.value.withServers { stores, place in
      let replica = LateReplica(place)
      let targets: [any HistoryTarget] =
        [PlantedFault(fault, over: stores[0], replica: replica)]
        + stores.dropFirst().map { StoreTarget(store: $0) }
      let violations = await Self.violations(of: targets, seed: 3, breaking: fault.breaks)
      await replica.close()
      return violations
    }
    #expect(!fault.breaks.isDisjoint(with: violations.map(\.rule)), "\(violations.prefix(10))")
  }
}
