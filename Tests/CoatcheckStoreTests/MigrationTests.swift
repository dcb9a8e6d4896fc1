// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Moving sessions from store to store")
struct MigrationTests {
  var pair = MigrationPair()
  private var source: MigrationPair.Records { pair.source }
  private var target: MigrationPair.Records { pair.target }
  private var migration: StoreMigration { pair.migration }

  private func sessions() throws -> [StoredSession] {
    try ["alice", "bob", "carol"].map { try SampleSession.make($0) }
  }

  private func fill() async throws {
    let store = RecordTokenStore(source.base)
    for session in try sessions() { try await store.save(session) }
    try await store.setDefaultAccount(try sessions()[1].account)
  }

  /// The names of the sessions that a store has unchanged.
  private func whole(_ records: MemoryRecords) async throws -> Set<String> {
    var found: Set<String> = []
    for session in try sessions() {
      let kept = try? await RecordTokenStore(records).session(session.account)
      if let kept, kept.json.serialized() == session.json.serialized() { found.insert(kept.name) }
    }
    return found
  }

  private func requireMoved() async throws {
    #expect(try await RecordTokenStore(source.base).sessions().isEmpty)
    #expect(try await RecordTokenStore(source.base).defaultAccount() == nil)
    #expect(try await whole(target.base) == ["alice", "bob", "carol"])
    #expect(try await RecordTokenStore(target.base).defaultAccount() == sessions()[1].account)
  }

  @Test("moves all of them and the default account, and a second run finds nothing to do")
  func moves() async throws {
    try await fill()
    let report = try await migration.run()
    #expect(report.isComplete)
    #expect(report.accounts.map(\.name) == ["alice", "bob", "carol"])
    #expect(report.accounts.allSatisfy { $0.outcome == .moved })
    try await requireMoved()
    #expect(try await migration.run().accounts.isEmpty)
    try await requireMoved()
  }

  // attack: C-83
  @Test(
    "loses nothing, whichever step is interrupted, and finishes later",
    arguments: MigrationPair.troubles)
  func interrupted(_ trouble: MigrationPair.Problem) async throws {
    try await MigrationPair.interrupt(by: trouble) { pair in
      let test = MigrationTests(pair: pair)
      try await test.fill()
      return (
        requireKept: { call in
          let there = try await test.whole(test.source.base).union(test.whole(test.target.base))
          #expect(there == ["alice", "bob", "carol"], "call \(call)")
        }, requireMoved: test.requireMoved
      )
    }
  }

  @Test("reports the outcome of each account, and moves the others")
  func report() async throws {
    try await fill()
    // The second write to the target is that of the second account.
    target.fail(.write, with: .diskFull, onCall: 2)
    let report = try await migration.run()
    #expect(!report.isComplete)
    #expect(report.firstFailure?.code == .storeFailed)
    #expect(report.accounts.map(\.outcome) == [.moved, .failed(.store("full")), .moved])
    #expect(try await whole(source.base) == ["bob"])
  }

  @Test("keeps a newer session that the target has already")
  func newer() async throws {
    try await fill()
    let newer = try SampleSession.make("bob", generation: 9)
    try await RecordTokenStore(target.base).save(newer)
    let report = try await migration.run()
    #expect(report.accounts.map(\.outcome) == [.moved, .keptNewer, .moved])
    let kept = try await RecordTokenStore(target.base).session(newer.account)
    #expect(kept?.json == newer.json)
    #expect(try await RecordTokenStore(source.base).sessions().isEmpty)
  }

  @Test("replaces an older session of the target, and keeps a default account chosen there")
  func older() async throws {
    try await fill()
    let store = RecordTokenStore(target.base)
    try await store.save(try SampleSession.make("bob", generation: 0))
    try await store.setDefaultAccount(try sessions()[0].account)
    #expect(try await migration.run().isComplete)
    #expect(try await whole(target.base) == ["alice", "bob", "carol"])
    #expect(try await store.defaultAccount() == sessions()[0].account)
  }

  @Test("refuses to move to the same store")
  func same() async throws {
    let folder = try Folder()
    let plain = FileTokenStore(directory: folder.path)
    try await plain.save(try SampleSession.make())
    let sealed = RecordTokenStore(SealedRecords(plain.records, source: try FixedKey(1)))
    let error = await failure { try await StoreMigration(from: plain, to: sealed).run() }
    #expect(error?.outcome == .misused)
    #expect(try await plain.sessions().count == 1)
  }

  @Test("waits for a refresh in progress, and moves what it saved")
  func whileRefreshing() async throws {
    try await fill()
    let old = RecordTokenStore(source.base)
    let next = try SampleSession.make("alice", generation: 2)
    let (entered, enter) = AsyncStream<Void>.makeStream()
    async let refresh: Void = old.withExclusiveAccess(to: next.account) {
      enter.finish()
      for _ in 0..<200 { await Task.yield() }
      try await old.save(next)
    }
    for await _ in entered {}
    #expect(try await migration.run().isComplete)
    try await refresh
    #expect(try await RecordTokenStore(target.base).session(next.account)?.generation == 2)
    #expect(try await old.sessions().isEmpty)
  }
}
