// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("a server that continues from a backup")
struct BackupTests {
  /// Starts a server with a store in a file.
  private static func start(_ path: String, clock: TestClock, isFresh: Bool) async throws -> World {
    let log = CapturedLog()
    let store = try await SQLiteStore(path: path)
    let server = try await TestServer.start(
      users: isFresh ? [.alice] : [], clients: isFresh ? World.allClients : [], store: store,
      clock: clock, logger: log.logger)
    return World(server: server, log: log)
  }

  private static func stop(_ world: World) async throws {
    await world.server.stop()
    let store = try #require(world.server.store as? SQLiteStore)
    try await store.close()
  }

  /// Uses a code and a refresh token after the backup, waits, and restores the backup.
  private static func restored(
    after wait: Duration, _ test: (World, _ used: Used) async throws -> Void
  ) async throws {
    let folder = try Folder()
    let clock = TestClock()
    let first = try await start(folder.path + "/d.sqlite", clock: clock, isFresh: true)
    let before = try await first.signIn()
    let code = try await first.code()
    try await stop(first)
    // The database file, and its write-ahead log if there is one.
    for name in try folder.names() where name == "d.sqlite" || name == "d.sqlite-wal" {
      let copy = name.replacingOccurrences(of: "d.sqlite", with: "backup.sqlite")
      try folder.write(copy, try #require(folder.read(name)))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: "\(folder.path)/\(copy)")
    }
    let second = try await start(folder.path + "/d.sqlite", clock: clock, isFresh: false)
    let used = try Tokens(await second.exchange(code))
    let rotated = try Tokens(await second.refresh(before.refresh))
    try await stop(second)
    clock.advance(by: wait)
    let third = try await start(folder.path + "/backup.sqlite", clock: clock, isFresh: false)
    try await test(
      third,
      Used(
        code: code, spent: before.refresh, later: [used.refresh, rotated.refresh],
        access: rotated.access))
    try await stop(third)
  }

  /// The tokens that were issued or used after the backup.
  struct Used {
    let code: String
    let spent: String
    let later: [String]
    let access: String
  }

  // attack: ST-21
  @Test("a day later, what has ended stays ended, and the keys still open and verify")
  func yesterday() async throws {
    try await Self.restored(after: .seconds(86_400)) { world, used in
      #expect(try await world.exchange(used.code).error == "invalid_grant")
      // Tokens that were issued after the backup are unknown.
      for token in used.later {
        #expect(try await world.refresh(token).error == "invalid_grant")
      }
      #expect(try await world.userInfo(used.access).status == 401)
      // As `SQLiteStore` documents: a refresh token that was used after the backup is accepted once more.
      let again = try await world.renewed(used.spent)
      #expect(try await world.userInfo(again.access).status == 200)
      let signedIn = try await world.signIn()
      #expect(try await world.userInfo(signedIn.access).status == 200)
    }
  }

  // attack: ST-21
  @Test("within its lifetime, a code that was used after the backup is accepted once more")
  func atOnce() async throws {
    try await Self.restored(after: .seconds(5)) { world, used async throws in
      #expect(try await world.exchange(used.code).status == 200)
      #expect(try await world.exchange(used.code).error == "invalid_grant")
    }
  }
}
