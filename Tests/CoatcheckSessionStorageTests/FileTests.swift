// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

@Suite("SQLite sessions: the file")
struct FileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func refusal(_ path: String) async -> OAuthError? {
    await failure { try await SQLiteRecords(path: path).close() }
  }

  // attack: ST-22
  @Test(
    "database, log and locks are made accessible to their owner only"
  )
  func modes() async throws {
    let records = try SQLiteRecords(path: folder.file)
    try await records.write(Samples.record(1))
    for end in ["", "-wal", "-shm"] {
      #expect(try folder.mode("sessions.sqlite" + end) == 0o600)
    }
    #expect(try folder.mode("sessions.sqlite.locks") == 0o700)
    // With the permissions that a careless copy has after a crash.
    let copy = try folder.copy(to: "copy.sqlite")
    for end in ["", "-wal"] { #expect(chmod(copy + end, 0o644) == 0) }
    let second = try SQLiteRecords(path: copy)
    #expect(try await second.read(Samples.key(1)) != nil)
    for end in ["", "-wal", "-shm"] {
      #expect(try folder.mode("copy.sqlite" + end) == 0o600)
    }
    try await second.close()
    try await records.close()
  }

  // attack: ST-08
  @Test(
    "a read-only or foreign folder is refused with a clear error, and nothing is changed",
    arguments: [
      ("file", "is read-only"), ("folder", "is read-only"), ("owner", "belongs to user"),
      ("new file in a read-only folder", "is read-only"), ("no folder", "No such file"),
      ("folder in place of the file", "is not a file"), ("symbolic link", "symbolic link"),
      ("text file", "does not begin like an SQLite database"), ("empty file", "is empty"),
    ])
  func unusable(_ what: String, _ text: String) async throws {
    var path = folder.file
    if what != "new file in a read-only folder", what != "text file", what != "empty file" {
      try await SQLiteRecords(path: path).close()
    }
    switch what {
    case "file": #expect(chmod(path, 0o400) == 0)
    case "folder", "new file in a read-only folder": #expect(chmod(folder.path, 0o500) == 0)
    case "owner":
      // Only the superuser can change the owner of a file; for others, any foreign file serves.
      if geteuid() == 0 {
        #expect(chown(path, 12_345, 12_345) == 0)
      } else {
        path = "/etc/passwd"
      }
    case "no folder": path = folder.path + "/none/sessions.sqlite"
    case "folder in place of the file": path = folder.path
    case "symbolic link":
      path = folder.path + "/link"
      #expect(symlink(folder.file, path) == 0)
    case "empty file": try folder.put(Data())
    default: try folder.put(Data("just text, and more than sixteen bytes".utf8))
    }
    let before = try? folder.bytes()
    let refusal = try #require(await refusal(path))
    let isDamage = what == "text file" || what == "empty file"
    #expect(refusal.code == (isDamage ? .storeDamaged : .storeFailed))
    #expect(refusal.reason.contains(text), "\(refusal)")
    #expect((try? folder.bytes()) == before)
  }

  @Test("a file of a newer version or of another program is refused and left unchanged")
  func foreign() async throws {
    try await SQLiteRecords(path: folder.file).close()
    let good = try folder.bytes()
    // https://www.sqlite.org/fileformat2.html#the_database_header
    for (offset, text) in [(60, "newer version of Coatcheck"), (68, "another program's")] {
      var changed = good
      changed[offset + 3] &+= 1
      try folder.put(changed)
      let refusal = await refusal(folder.file)
      #expect(refusal?.code == .storeFailed)
      #expect(refusal?.reason.contains(text) == true, "\(refusal.debugDescription)")
      #expect(try folder.bytes() == changed)
    }
    try folder.put(good)
    #expect(await refusal(folder.file) == nil)
  }

  @Test("after a crash all committed records are found")
  func crash() async throws {
    let records = try SQLiteRecords(path: folder.file)
    for n in 0..<20 { try await records.write(Samples.record(n, content: "\(n)")) }
    let crashed = try folder.copy(to: "crashed.sqlite")
    try await records.close()
    let recovered = try SQLiteRecords(path: crashed)
    for n in 0..<20 {
      #expect(try await recovered.read(Samples.key(n)) == Array("\(n)".utf8))
    }
    try await recovered.check()
    try await recovered.close()
  }

  @Test(
    "processes that create the file concurrently all open it, and leave no temporary file"
  )
  func firstStart() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<12 {
        group.addTask {
          let records = try SQLiteRecords(path: folder.file)
          try await records.write(Samples.record(n))
          try await records.close()
        }
      }
      try await group.waitForAll()
    }
    let records = try SQLiteRecords(path: folder.file)
    #expect(try await records.keys(where: [:], after: nil, limit: nil).count == 12)
    try await records.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains(".new-") }, "\(names)")
  }

  @Test("a token store is opened by its path, and reports it")
  func tokenStore() async throws {
    let store = try SQLiteTokenStore(path: folder.file)
    #expect(
      store.place
        == StoreLocation(kind: "sqlite", location: folder.file, protection: .plainText))
    try await store.save(try Samples.session("alice", name: "main"))
    try await store.setDefaultAccount(Samples.account("alice"))
    try await store.records.close()
    let again = try SQLiteTokenStore(path: folder.file)
    let found = try await again.sessions(AccountFilter(name: "main"))
    #expect(found.map(\.account) == [Samples.account("alice")])
    #expect(try await again.defaultAccount() == Samples.account("alice"))
    try await again.records.close()
  }
}
