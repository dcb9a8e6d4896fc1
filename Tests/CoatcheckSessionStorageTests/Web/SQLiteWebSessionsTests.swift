// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import CoatcheckStoreTesting
import CoatcheckWeb
import TestSupport

@Suite("A website's sessions in SQLite: the file")
struct SQLiteWebSessionsTests {
  private static let start = SampleWebSession.start
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func refusal() async -> OAuthError? {
    await failure { try await SQLiteWebSessions(path: folder.webFile).close() }
  }

  private func fill(_ count: Int) async throws {
    let store = try SQLiteWebSessions(path: folder.webFile)
    for number in 0..<count {
      let record = SampleWebSession.make(number, content: Array(repeating: 7, count: 1000))
      #expect(try await store.open(record, replacing: nil, at: Self.start))
    }
    try await store.close()
  }

  @Test("is accessible to its owner only, and so are its log and its locks; the store names it")
  func modes() async throws {
    let store = try SQLiteWebSessions(path: folder.webFile)
    #expect(try await store.claim("a", until: Self.start + 60, at: Self.start))
    try await store.withLock(SampleWebSession.key(1)) {}
    for end in ["", "-wal", "-shm"] { #expect(try folder.mode("web.sqlite" + end) == 0o600) }
    #expect(try folder.mode("web.sqlite.locks") == 0o700)
    #expect(
      store.place
        == StoreLocation(kind: "sqlite", location: folder.webFile, protection: .plainText))
    try await store.check()
    try await store.close()
    let closed = await failure { try await store.release("a") }
    #expect(closed?.code == .storeFailed)
  }

  @Test("of another kind of session is refused in both directions, and left as it is")
  func otherKind() async throws {
    try await SQLiteRecords(path: folder.file).close()
    try await SQLiteWebSessions(path: folder.webFile).close()
    let before = (try folder.bytes(), try #require(folder.read("web.sqlite")))
    let records = await failure { try await SQLiteRecords(path: folder.webFile).close() }
    #expect(records?.code == .storeFailed)
    #expect(records?.reason.contains("holds the sessions of a website, and not") == true)
    let web = await failure { try await SQLiteWebSessions(path: folder.file).close() }
    #expect(web?.code == .storeFailed)
    #expect(web?.reason.contains("holds sessions of clients, and not") == true)
    #expect(try folder.bytes() == before.0)
    #expect(folder.read("web.sqlite") == before.1)
  }

  @Test("of a newer version or of another program is refused, and left as it is")
  func newer() async throws {
    try await fill(1)
    let good = try #require(folder.read("web.sqlite"))
    // https://www.sqlite.org/fileformat2.html#the_database_header
    for (offset, text) in [(60, "newer version of Coatcheck"), (68, "another program's")] {
      var changed = good
      changed[offset + 3] &+= 1
      try folder.write("web.sqlite", changed)
      let refusal = await refusal()
      #expect(refusal?.code == .storeFailed)
      #expect(refusal?.reason.contains(text) == true, "\(refusal.debugDescription)")
      #expect(folder.read("web.sqlite") == changed)
    }
    try folder.write("web.sqlite", good)
    #expect(await refusal() == nil)
  }

  @Test("that was damaged is refused, or reads report it, and no session is mixed up")
  func damaged() async throws {
    let count = 300
    try await fill(count)
    let good = try #require(folder.read("web.sqlite"))
    var random = SplitMix64(seed: 7)
    for page in 0..<good.count / 4096 {
      var bytes = good
      for _ in 0..<24 {
        bytes[page * 4096 + Int.random(in: 0..<4096, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try folder.write("web.sqlite", bytes)
      for end in ["-wal", "-shm"] { unlink(folder.webFile + end) }
      do {
        let store = try SQLiteWebSessions(path: folder.webFile)
        for number in 0..<count {
          let found = try await store.session(SampleWebSession.key(number), at: Self.start)
          #expect(found?.key == SampleWebSession.key(number), "page \(page)")
        }
        try await store.close()
      } catch {
        #expect([.storeDamaged, .storeFailed].contains(error.code), "page \(page): \(error)")
      }
    }
  }

  @Test("that is too large to be checked at the start is checked by check()")
  func check() async throws {
    try await fill(1500)
    var bytes = try #require(folder.read("web.sqlite"))
    #expect(bytes.count > 1 << 20)
    let page = bytes.count / 4096 / 2
    bytes.replaceSubrange(page * 4096..<page * 4096 + 100, with: Array(repeating: 0, count: 100))
    try folder.write("web.sqlite", bytes)
    let store = try SQLiteWebSessions(path: folder.webFile)
    let error = await failure { try await store.check() }
    #expect(error?.code == .storeDamaged)
    #expect(error?.reason.contains(folder.webFile) == true)
    try? await store.close()
  }

  @Test("has all acknowledged changes after a crash")
  func crash() async throws {
    let store = try SQLiteWebSessions(path: folder.webFile)
    let record = SampleWebSession.make()
    #expect(try await store.open(record, replacing: nil, at: Self.start))
    #expect(try await store.claim("a", until: Self.start + 60, at: Self.start))
    let copy = folder.path + "/crashed.sqlite"
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.webFile + end, toPath: copy + end)
    }
    try await store.close()
    let recovered = try SQLiteWebSessions(path: copy)
    #expect(try await recovered.session(record.key, at: Self.start) == record)
    #expect(try await recovered.claim("a", until: Self.start + 60, at: Self.start) == false)
    try await recovered.check()
    try await recovered.close()
  }

  @Test("has an index for every query")
  func indexes() async throws {
    try await fill(1)
    for (query, index) in [
      ("SELECT * FROM web_session WHERE key = 'a'", "sqlite_autoindex_web_session_1"),
      ("DELETE FROM web_session WHERE user_hash = 'a' AND started_at < 1", "user_hash"),
      (
        "DELETE FROM web_session WHERE provider_session = 'a' AND started_at < 1",
        "provider_session"
      ),
      (
        "SELECT number FROM web_session WHERE min(ends_at, idles_at) <= 1 "
          + "ORDER BY min(ends_at, idles_at) LIMIT 9", "web_session_over"
      ),
      ("SELECT id FROM claimed WHERE until <= 1 LIMIT 9", "claimed_until"),
      ("SELECT kind FROM ended_group WHERE until <= 1 LIMIT 9", "ended_group_until"),
    ] {
      let plan = try await OtherProcess.run(
        "print([row[3] for row in db.execute(\"EXPLAIN QUERY PLAN \(query)\")])", folder.webFile)
      #expect(plan.contains("SEARCH") && plan.contains(index), "\(plan)")
      #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }
  }
}
