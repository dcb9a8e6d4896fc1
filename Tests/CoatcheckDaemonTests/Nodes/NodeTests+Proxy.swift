// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

extension DaemonTests.NodeTests {
  @Test(
    "64 clients use everything behind nginx: every rule is kept, and nothing fails",
    .enabled(
      if: ReverseProxy.areInstalled, "nginx-light and haproxy are missing: scripts/setup test"))
  func proxied() async throws {
    let seconds = Rounds.count(60, soak: 600)
    let folder = try Folder()
    let database = try await PostgreSQLServer.shared.value.freshDatabase()
    let nodes = try await ProxiedNodes(3, over: database, in: folder)
    let history = History()
    let end = ContinuousClock.now + .seconds(seconds)
    await HistoryWorkload([nodes], into: history, seed: 9).runWithPages(clients: 64) { _ in
      ContinuousClock.now > end
    }
    await nodes.stop()
    let calls = history.all
    let violations = HistoryCheck.violations(in: calls)
    print("behind nginx: \(calls.count) calls, \(Self.figures(calls))")
    #expect(violations.isEmpty, "\(violations.prefix(10))")
    let failures = nodes.failures.all
    #expect(failures.isEmpty, "\(failures.prefix(10))")
    for (kind, counts) in Self.figures(calls) { #expect(counts.good > 0, "\(kind)") }
    #expect(Self.figures(calls).count == 9)
  }

  /// How many calls of each kind did what was asked, and how many there were.
  private static func figures(_ calls: [RecordedCall]) -> [String: (good: Int, all: Int)] {
    var figures: [String: (good: Int, all: Int)] = [:]
    for call in calls {
      let kind = "\(call.request)".prefix { $0 != "(" }
      figures[String(kind), default: (0, 0)].all += 1
      let isGood = call.outcome != .refused && call.outcome != .unknown
      if isGood { figures[String(kind), default: (0, 0)].good += 1 }
    }
    return figures
  }
}
