// SPDX-License-Identifier: Apache-2.0
import CoatcheckGroupCommit
import TestKit

@Suite("SQLite: verbs that wait at the same time share a commit")
struct GroupCommitTests {
  private let directory: Folder

  init() throws { directory = try Folder() }

  private static let t0 = Date(timeIntervalSince1970: 1_700_000_000)

  /// Counts the commits in the log itself: the last frame of a commit contains the size of the database.
  ///
  /// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
  private func commits(in log: String) throws -> Int {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: log)))
    func number(at offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 32 else { return 0 }
    let frame = 24 + number(at: 8)
    // Frames from before the last restart of the log have another salt.
    return stride(from: 32, to: bytes.count - frame + 1, by: frame).filter {
      number(at: $0 + 8) == number(at: 16) && number(at: $0 + 4) > 0
    }.count
  }

  @Test("100 concurrent verbs take far fewer than 100 commits, and each gets its own result")
  func groups() async throws {
    let store = try await SQLiteStore(path: directory.file)
    let before = store.figures
    let loggedBefore = try commits(in: directory.file + "-wal")
    let outcomes = try await concurrently(100) { n in
      try await store.insertOnce(
        namespace: "n", key: "\(n / 2)", expiresAt: Self.t0 + 10, at: Self.t0)
    }
    #expect(outcomes.filter(\.self).count == 50)
    let commits = store.figures.commits - before.commits
    #expect(store.figures.verbs - before.verbs == 100)
    #expect(commits < 50)
    // The log has at most as many commits: a transaction that changes nothing is not in it.
    let logged = try self.commits(in: directory.file + "-wal") - loggedBefore
    #expect((1...commits).contains(logged))
    try await store.close()
  }

  @Test("verbs that run one after another have a commit each")
  func single() async throws {
    let store = try await SQLiteStore(path: directory.file)
    for n in 0..<10 {
      _ = try await store.insertOnce(
        namespace: "n", key: "\(n)", expiresAt: Self.t0 + 10, at: Self.t0)
    }
    #expect(store.figures.verbs == 10)
    #expect(store.figures.commits == 10)
    try await store.close()
  }

  @Test("a verb that fails is undone, but not the verbs it shares a commit with")
  func savepoints() async throws {
    let store = try await SQLiteStore(path: directory.file)
    let taken = family("taken")
    try await store.open(taken, first: token("taken", in: "taken"))
    let failures = try await concurrently(100) { n in
      do throws(StoreError) {
        // Every second verb fails because its token is taken, after its family was written.
        let name = n.isMultiple(of: 2) ? "t\(n)" : "taken"
        try await store.open(family("f\(n)"), first: token(name, in: "f\(n)"))
        return 0
      } catch {
        return error.code == .invalidRecord ? 1 : 1_000
      }
    }
    #expect(failures.reduce(0, +) == 50)
    for n in 0..<100 {
      #expect((try await store.family("f\(n)") != nil) == n.isMultiple(of: 2))
    }
    try await store.close()
  }

  @Test("after close() every verb fails, and acknowledged changes are kept")
  func closing() async throws {
    let store = try await SQLiteStore(path: directory.file)
    let answered = await withTaskGroup(of: Int?.self) { group in
      for n in 0..<300 {
        group.addTask {
          do throws(StoreError) {
            try await store.open(family("f\(n)"), first: nil)
            return n
          } catch {
            return error.code == .unavailable ? nil : -1
          }
        }
      }
      group.addTask {
        try? await store.close()
        return nil
      }
      return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
    }
    #expect(!answered.contains(-1))
    await #expect(throws: StoreError(.unavailable, "")) { try await store.ping() }
    await #expect(throws: StoreError(.unavailable, "")) { _ = try await store.family("f0") }
    let again = try await SQLiteStore(path: directory.file)
    for n in answered { #expect(try await again.family("f\(n)") != nil) }
    try await again.close()
  }
}

private func family(_ id: String) -> RefreshFamily {
  let t0 = Date(timeIntervalSince1970: 1_700_000_000)
  return RefreshFamily(
    id: id, clientID: "app", userID: "alice", scopes: [], createdAt: t0, absoluteExpiry: t0 + 100,
    authTime: t0, nonce: nil)
}

private func token(_ name: String, in family: String) -> RefreshRecord {
  let t0 = Date(timeIntervalSince1970: 1_700_000_000)
  return RefreshRecord(
    digest: TokenDigest(of: Secret(name)), familyID: family, generation: 0, issuedAt: t0,
    expiresAt: t0 + 100)
}
