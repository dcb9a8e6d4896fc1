// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckSessionStorage
import Foundation

/// The times of the operations of a store with very many accounts in one SQLite file.
///
/// Filling and measuring are two processes, so that the memory of the first is not measured.
struct ScaleBenchmark {
  let path: String

  /// Writes accounts, each with a session of 2 KB, in commits of a thousand.
  func fill(_ accounts: Int) async throws {
    let records = try SQLiteRecords(path: path)
    let now = RuntimeEnvironment.live.now()
    let template = try SampleSession.make(0, receivedAt: now)
    let start = wallTime()
    for first in stride(from: 0, to: accounts, by: 1000) {
      var batch: [StoredRecord] = []
      for number in first..<min(first + 1000, accounts) {
        let session = try SampleSession.make(number, receivedAt: now)
        batch.append(SessionRecord.record(session))
      }
      try await records.fill(batch)
    }
    try await records.close()
    let seconds = wallTime() - start
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    print(
      String(
        format: "%d accounts of %d bytes each written in %.0f s; the file has %.0f MB", accounts,
        SessionRecord.record(template).content.count, seconds, Double(bytes) / 1e6))
  }

  /// Measures each operation with random accounts.
  func measure(operations: Int) async throws {
    var open = Measurement("open")
    for _ in 0..<max(operations / 10, 200) {
      let start = wallTime()
      let records = try SQLiteRecords(path: path)
      open.add((wallTime() - start) * 1e9)
      try await records.close()
    }
    let store = try SQLiteTokenStore(path: path)
    let accounts = try await count(store)
    print("\(accounts) accounts in SQLite (wall time, \(operations) operations each)")
    print(open.latencyLine)
    let before = try Child.current.residentMemory()
    func random() -> Int { Int.random(in: 0..<accounts) }

    try await report("find by name", operations) {
      let number = random()
      let found = try await store.sessions(AccountFilter(name: "user-\(number)"))
      guard found.map(\.account) == [SampleSession.account(number)] else { throw Self.wrong }
    }
    try await report("find by issuer, client and name", operations) {
      let number = random()
      let filter = AccountFilter(
        issuer: "https://idp.example", clientID: "app", name: "user-\(number)")
      let found = try await store.sessions(filter)
      guard found.map(\.account) == [SampleSession.account(number)] else { throw Self.wrong }
    }
    try await report("find by account", operations) {
      let account = SampleSession.account(random())
      guard try await store.session(account)?.account == account else { throw Self.wrong }
    }
    try await report("page of 50", operations) {
      let page = StorePage(after: SampleSession.account(random()), limit: 50)
      guard try await store.sessions(.all, page: page).count <= 50 else { throw Self.wrong }
    }
    var refresh = Measurement("refresh one: lock, read, marker, successor")
    var plain = Measurement("two plain writes of 2 KB, each with fsync")
    let disk = try PlainFile(path: path + ".plain")
    for _ in 0..<operations {
      let account = SampleSession.account(random())
      let start = wallTime()
      try await Self.refresh(account, in: store)
      let middle = wallTime()
      try disk.write()
      try disk.write()
      refresh.add((middle - start) * 1e9)
      plain.add((wallTime() - middle) * 1e9)
    }
    print(refresh.latencyLine)
    print(plain.latencyLine)
    print(ratio(refresh, to: plain, wanted: "reported"))
    let after = try Child.current.residentMemory()
    print(
      String(format: "  resident memory: %.1f MiB after opening, %.1f after all", before, after))
    try await store.records.close()
  }

  private static let wrong = Failure(text: "a wrong session was found")

  /// The store operations of a refresh, without the request.
  private static func refresh(_ account: AccountID, in store: SQLiteTokenStore) async throws {
    try await store.withExclusiveAccess(to: account) {
      guard var session = try await store.session(account) else { throw Self.wrong }
      session.refreshMarker = RefreshMarker(startedAt: RuntimeEnvironment.live.now())
      try await store.save(session)
      session.refreshMarker = nil
      session.generation += 1
      try await store.save(session)
    }
  }

  private func report(
    _ name: String, _ operations: Int, _ work: () async throws -> Void
  ) async throws {
    var times = Measurement(name)
    for _ in 0..<operations {
      let start = wallTime()
      try await work()
      times.add((wallTime() - start) * 1e9)
    }
    print(times.latencyLine)
  }

  /// Counts the sessions page by page, like a program that lists them all.
  private func count(_ store: SQLiteTokenStore) async throws -> Int {
    var count = 0
    var after: String?
    while true {
      let keys = try await store.records.keys(where: [:], after: after, limit: 1000)
      count += keys.count
      guard keys.count == 1000 else { return count }
      after = keys.last
    }
  }
}

/// Plain writes to a file: the minimum time of the disk.
private struct PlainFile {
  private let file: FileHandle
  private let bytes = Data(repeating: 1, count: 2048)

  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Failure(text: "cannot make \(path)") }
    self.file = file
  }

  func write() throws {
    try file.write(contentsOf: bytes)
    guard fsync(file.fileDescriptor) == 0 else { throw Failure(text: "fsync failed") }
  }
}
