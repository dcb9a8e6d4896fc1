// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("SQLite: the file")
struct FileTests {
  private let directory: Folder

  init() throws { directory = try Folder() }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func refusal(_ path: String) async -> StoreError? {
    do {
      try await SQLiteStore(path: path).close()
      return nil
    } catch {
      return error
    }
  }

  // attack: ST-22
  @Test("the database and its log are made accessible to their owner only")
  func modes() async throws {
    let files = [directory.file, directory.file + "-wal", directory.file + "-shm"]
    let store = try await SQLiteStore(path: directory.file)
    try await store.ping()
    for file in files { #expect(try mode(file) == 0o600) }
    // With the permissions that a careless copy has after a crash.
    let copy = try directory.copy(to: "copy.sqlite")
    for end in ["", "-wal"] { #expect(chmod(copy + end, 0o644) == 0) }
    let second = try await SQLiteStore(path: copy)
    try await second.ping()
    for end in ["", "-wal", "-shm"] { #expect(try mode(copy + end) == 0o600) }
    try await second.close()
    try await store.close()
  }

  // attack: ST-08
  @Test(
    "a read-only or foreign place is refused with a reason, and nothing is changed",
    arguments: [
      ("file", "is read-only"), ("directory", "is read-only"), ("owner", "belongs to user"),
      ("new file in a read-only directory", "is read-only"), ("no directory", "No such file"),
      ("directory in place of the file", "is not a file"), ("symbolic link", "symbolic link"),
      ("text file", "does not begin like an SQLite database"),
    ])
  func unusable(_ what: String, _ text: String) async throws {
    defer { chmod(directory.path, 0o700) }
    var path = directory.file
    if what != "new file in a read-only directory", what != "text file" {
      try await SQLiteStore(path: path).close()
    }
    switch what {
    case "file": #expect(chmod(path, 0o400) == 0)
    case "directory", "new file in a read-only directory":
      #expect(chmod(directory.path, 0o500) == 0)
    case "owner":
      // Only the superuser can change the owner of a file; for others, any foreign file serves.
      if geteuid() == 0 {
        #expect(chown(path, 12_345, 12_345) == 0)
      } else {
        path = "/etc/passwd"
      }
    case "no directory": path = directory.path + "/none/store.sqlite"
    case "directory in place of the file": path = directory.path
    case "symbolic link":
      path = directory.path + "/link"
      #expect(symlink(directory.file, path) == 0)
    default:
      try "just text, and more than sixteen bytes".write(
        toFile: path, atomically: false, encoding: .utf8)
    }
    let before = try? Data(contentsOf: URL(fileURLWithPath: directory.file))
    let refusal = try #require(await refusal(path))
    #expect(refusal.code == (what == "text file" ? .damaged : .unusable))
    #expect(refusal.reason.contains(text), "\(refusal)")
    #expect((try? Data(contentsOf: URL(fileURLWithPath: directory.file))) == before)
  }

  @Test("a file of a newer schema or another program is refused and left unchanged")
  func foreign() async throws {
    try await SQLiteStore(path: directory.file).close()
    let good = try Data(contentsOf: URL(fileURLWithPath: directory.file))
    // https://www.sqlite.org/fileformat2.html#the_database_header
    for (offset, code) in [(60, StoreError.Code.newerSchema), (68, .unusable)] {
      var changed = good
      changed[offset + 3] &+= 1
      try changed.write(to: URL(fileURLWithPath: directory.file))
      #expect(await refusal(directory.file)?.code == code)
      #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == changed)
    }
    try good.write(to: URL(fileURLWithPath: directory.file))
    #expect(await refusal(directory.file) == nil)
  }

  @Test("two stores on one file see each other's writes, and one of two inserts succeeds")
  func two() async throws {
    let t0 = Date(timeIntervalSince1970: 1_700_000_000)
    let stores = [
      try await SQLiteStore(path: directory.file), try await SQLiteStore(path: directory.file),
    ]
    let wins = try await concurrently(100) { n in
      try await stores[n % 2].insertOnce(
        namespace: "n", key: "\(n / 10)", expiresAt: t0 + 10, at: t0)
    }
    #expect(wins.count { $0 } == 10)
    for store in stores { try await store.close() }
  }

  @Test("several stores that create the file concurrently all open it")
  func firstStart() async throws {
    let t0 = Date(timeIntervalSince1970: 1_700_000_000)
    let wins = try await concurrently(4) { _ in
      let store = try await SQLiteStore(path: directory.file)
      let won = try await store.insertOnce(namespace: "n", key: "k", expiresAt: t0 + 10, at: t0)
      try await store.close()
      return won
    }
    #expect(wins.count { $0 } == 1)
  }
}
