// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

/// The recorded calls of clients at several servers over one database, while a test disturbed the servers.
struct NodeRun: Sendable {
  let calls: [RecordedCall]
  let broken: [Violation]

  /// How many codes and refresh tokens were accepted.
  var grants: Int { calls.count { if case .granted = $0.outcome { true } else { false } } }
  /// Whether a call was not answered.
  var hasUnknown: Bool { calls.contains { $0.outcome == .unknown } }

  /// Runs three servers on this machine.
  init(over database: String, while body: ([DaemonNode]) async throws -> Void) async throws {
    try await self.init(
      at: Array(repeating: NodePlace(database: database), count: 3), while: body)
  }

  /// Runs a server at each place, the last of which reaches the database from here.
  init(
    at places: [NodePlace], clients: Int = 8, while body: ([DaemonNode]) async throws -> Void
  ) async throws {
    let folder = try Folder()
    let store = try await PostgreSQLStore(places.last?.database ?? "")
    let accessTokens = DaemonNode.AccessTokens()
    var nodes: [DaemonNode] = []
    for place in places {
      nodes.append(
        try await DaemonNode(
          place.sharing(folder.path + "/master.key"), knownTo: store, accessTokens))
    }
    await store.close()
    let history = History()
    let workload = HistoryWorkload(nodes, into: history, seed: 7)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await workload.run(clients: clients) { _ in false } }
      try await body(nodes)
      group.cancelAll()
    }
    for node in nodes { node.child.stop() }
    calls = history.all
    broken = HistoryCheck.violations(in: calls)
  }
}

extension DaemonNode {
  /// Waits until it issues codes again.
  func serves() async throws {
    while (try? await issueCode()) == nil {
      try Task.checkCancellation()
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Waits until it answers 503 to every token request.
  ///
  /// - Parameter token: A valid refresh token; the newest one afterwards.
  /// - Returns: Whether all responses without tokens were 503.
  func refuses(_ token: inout String) async throws -> Bool {
    var inARow = 0
    while inARow < 3 {
      try Task.checkCancellation()
      switch try await status(refreshing: &token) {
      case 200: inARow = 0
      case 503: inARow += 1
      default: return false
      }
    }
    return true
  }
}
