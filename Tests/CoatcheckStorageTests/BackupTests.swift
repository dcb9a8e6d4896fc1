// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("SQLite: a backup", .timeLimit(.minutes(5)))
struct SQLiteBackupTests {
  private let directory: Folder
  private static let t0 = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws { directory = try Folder() }

  private var backup: String { directory.path + "/backup.sqlite" }

  private static func open(_ n: Int, in store: SQLiteStore) async throws {
    let family = RefreshFamily(
      id: "f\(n)", clientID: "app", userID: "u\(n)", scopes: ["openid"], createdAt: t0,
      absoluteExpiry: t0 + 100, authTime: t0, nonce: nil)
    let token = RefreshRecord(
      digest: TokenDigest(of: Secret("t\(n)")), familyID: "f\(n)", generation: 0, issuedAt: t0,
      expiresAt: t0 + 100)
    try await store.open(family, first: token)
  }

  /// The families of a file that are complete; fails if one is stored in part.
  private static func families(below end: Int, in path: String) async throws -> Set<Int> {
    let store = try await SQLiteStore(path: path)
    var found: Set<Int> = []
    for n in 0..<end {
      let family = try await store.family("f\(n)")
      let token = try await store.refresh(TokenDigest(of: Secret("t\(n)")))
      #expect((family == nil) == (token == nil), "f\(n)")
      if family != nil { found.insert(n) }
    }
    try await store.close()
    return found
  }

  /// The families that clients have begun to write, and those that were acknowledged.
  private final class Progress: Sendable {
    private struct State {
      var begun = 0
      var limit = 0
      var acknowledged: Set<Int> = []
      var isDone = false
    }
    private let state = Mutex(State())

    var begun: Int { state.withLock { $0.begun } }
    var acknowledged: Set<Int> { state.withLock { $0.acknowledged } }

    /// The number of the next family, once it may be written; nil at the end.
    func next() async throws -> Int? {
      while true {
        let (number, isDone) = state.withLock { state -> (Int?, Bool) in
          guard state.begun < state.limit, !state.isDone else { return (nil, state.isDone) }
          state.begun += 1
          return (state.begun - 1, false)
        }
        if number != nil || isDone { return number }
        try await Task.sleep(for: .milliseconds(1))
      }
    }

    /// Allows each client one more write.
    func continueWriting() { state.withLock { $0.limit += 16 } }

    func acknowledge(_ n: Int) { state.withLock { _ = $0.acknowledged.insert(n) } }
    func end() { state.withLock { $0.isDone = true } }
  }

  @Test("contains all acknowledged changes, also when it is taken while 16 clients write")
  func underWrites() async throws {
    let store = try await SQLiteStore(path: directory.file)
    let progress = Progress()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          while let n = try await progress.next() {
            try await Self.open(n, in: store)
            progress.acknowledge(n)
          }
        }
      }
      group.addTask {
        defer { progress.end() }
        for round in 0..<Rounds.count(30, soak: 100) {
          let before = progress.acknowledged
          progress.continueWriting()
          let copy = "\(directory.path)/\(round).sqlite"
          let restored = "\(directory.path)/\(round)-restored.sqlite"
          try await SQLiteBackup.make(of: directory.file, at: copy)
          let end = progress.begun
          try await SQLiteBackup.restore(copy, to: restored, movingAside: nil)
          let found = try await Self.families(below: end, in: restored)
          #expect(before.isSubset(of: found))
          for name in [copy, restored] { unlink(name) }
        }
      }
      try await group.waitForAll()
    }
    try await store.close()
  }

  @Test("is one file, accessible to its owner only, and leaves the folder unchanged")
  func oneFile() async throws {
    let store = try await SQLiteStore(path: directory.file)
    try await Self.open(0, in: store)
    try await SQLiteBackup.make(of: directory.file, at: backup)
    #expect(
      try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int == 0o600)
    try await store.close()
    unlink(backup)
    let before = try Set(directory.names())
    try await SQLiteBackup.make(of: directory.file, at: backup)
    #expect(try Set(directory.names()).subtracting(before) == ["backup.sqlite"])
    #expect(try await Self.families(below: 1, in: directory.file) == [0])
  }

  @Test("of a database whose server was killed contains its log, and the log stays")
  func afterCrash() async throws {
    let store = try await SQLiteStore(path: directory.file)
    try await Self.open(0, in: store)
    let crashed = try directory.copy(to: "crashed.sqlite")
    try await SQLiteBackup.make(of: crashed, at: backup)
    #expect(try await Self.families(below: 1, in: backup) == [0])
    #expect(try await Self.families(below: 1, in: crashed) == [0])
    try await store.close()
  }

  @Test("is refused if the target exists, or if the database is missing or damaged")
  func refusals() async throws {
    try await SQLiteStore(path: directory.file).close()
    try directory.write("taken.sqlite", Array("mine".utf8))
    let taken = directory.path + "/taken.sqlite"
    await expectRefusal(.unusable, "exists already") {
      try await SQLiteBackup.make(of: directory.file, at: taken)
    }
    #expect(directory.read("taken.sqlite") == Array("mine".utf8))
    await expectRefusal(.unusable, "there is no database") {
      try await SQLiteBackup.make(of: directory.path + "/none.sqlite", at: backup)
    }
    var bytes = try #require(directory.read("store.sqlite"))
    for index in 5_000..<9_000 { bytes[index] = 0xA5 }
    try directory.write("damaged.sqlite", bytes)
    await expectRefusal(.damaged) {
      try await SQLiteBackup.make(of: directory.path + "/damaged.sqlite", at: backup)
    }
    #expect(try directory.names().filter { $0.contains("backup") }.isEmpty)
  }

  @Test("replaces a database only with that option and while no server uses it")
  func replacing() async throws {
    let store = try await SQLiteStore(path: directory.file)
    try await Self.open(0, in: store)
    try await SQLiteBackup.make(of: directory.file, at: backup)
    try await Self.open(1, in: store)
    let aside = directory.path + "/aside.sqlite"
    await expectRefusal(.unusable, "exists already") {
      try await SQLiteBackup.restore(backup, to: directory.file, movingAside: nil)
    }
    await expectRefusal(.unusable, "a server uses") {
      try await SQLiteBackup.restore(backup, to: directory.file, movingAside: aside)
    }
    try await Self.open(2, in: store)
    try await store.close()
    try await SQLiteBackup.restore(backup, to: directory.file, movingAside: aside)
    #expect(try await Self.families(below: 3, in: directory.file) == [0])
    #expect(try await Self.families(below: 3, in: aside) == [0, 1, 2])
    // A damaged copy must not replace the database.
    try directory.write("text.sqlite", [UInt8](repeating: 65, count: 8192))
    await expectRefusal(.damaged, "restore a backup") {
      try await SQLiteBackup.restore(
        directory.path + "/text.sqlite", to: directory.file, movingAside: aside + "2")
    }
    #expect(try await Self.families(below: 3, in: directory.file) == [0])
  }

  private func expectRefusal(
    _ code: StoreError.Code, _ text: String = " ", _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      Issue.record("It was not refused.")
    } catch {
      let error = error as? StoreError
      #expect(error?.code == code && error?.reason.contains(text) == true, "\(error as Any)")
    }
  }
}
