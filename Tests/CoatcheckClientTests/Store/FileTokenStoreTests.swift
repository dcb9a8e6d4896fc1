// SPDX-License-Identifier: Apache-2.0

import TestKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("The file store")
struct FileTokenStoreTests {
  let folder: Folder
  let store: FileTokenStore
  let session: StoredSession

  init() async throws {
    folder = try Folder()
    store = FileTokenStore(directory: folder.path + "/deep/sessions/")
    session = try #require(try await FakeProvider().session().stored)
  }

  private var directory: String { folder.path + "/deep/sessions" }

  /// The session file's name, once there is one.
  private func file() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    return try #require(names.first { $0.hasSuffix(".json") })
  }

  private func overwrite(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: directory + "/" + name))
  }

  @Test("returns what was saved, also with the synchronous method")
  func roundTrip() async throws {
    #expect(try await store.sessions().isEmpty)
    #expect(try store.readSessions().isEmpty)
    try await store.save(session)
    #expect(try await store.session(session.account)?.json == session.json)
    #expect(try await store.sessions().map(\.json) == [session.json])
    #expect(try store.readSessions().map(\.json) == [session.json])
    try await store.remove(session.account)
    try await store.remove(session.account)
    #expect(try await store.session(session.account) == nil)
  }

  @Test("does not make the folder when it is only read")
  func readingMakesNothing() async throws {
    _ = try await store.session(session.account)
    try await store.remove(session.account)
    #expect(try folder.names().isEmpty)
  }

  // attack: C-82
  @Test("makes files of 0600 in folders of 0700, whatever the umask")
  func modes() async throws {
    let before = umask(0)
    defer { _ = umask(before) }
    try await store.save(session)
    #expect(try folder.mode("deep") == 0o700)
    #expect(try folder.mode("deep/sessions") == 0o700)
    #expect(try folder.mode("deep/sessions/names") == 0o700)
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory)
    where name != "names" {
      #expect(try folder.mode("deep/sessions/" + name) == 0o600)
    }
  }

  // attack: C-82
  @Test("removes permissions that are too wide", arguments: [0o777, 0o755, 0o750])
  func looseModes(_ mode: Int) async throws {
    try await store.save(session)
    let file = try file()
    for (path, mode) in [(directory, mode), (directory + "/" + file, mode & 0o666)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    #expect(try await store.sessions().count == 1)
    #expect(try folder.mode("deep/sessions") == 0o700)
    #expect(try folder.mode("deep/sessions/" + file) == 0o600)
  }

  // attack: C-82
  @Test("refuses a session file that is a symbolic link, to read and to replace")
  func linkedFile() async throws {
    try await store.save(session)
    let path = directory + "/" + (try file())
    let elsewhere = folder.path + "/elsewhere"
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    let before = FileManager.default.contents(atPath: elsewhere)
    #expect(await failure { try await store.sessions() }?.code == .storeFailed)
    #expect(await failure { try await store.save(session) }?.code == .storeFailed)
    #expect(FileManager.default.contents(atPath: elsewhere) == before)
  }

  // attack: C-82
  @Test("refuses a folder that is a symbolic link")
  func linkedFolder() async throws {
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/tmp")
    let store = FileTokenStore(directory: link)
    #expect(await failure { try await store.sessions() }?.code == .storeFailed)
    #expect(await failure { try await store.save(session) }?.code == .storeFailed)
  }

  @Test(
    "returns the old session after a save that was interrupted at any byte",
    arguments: [0, 1, 10, 100, 5000])
  func interruptedSave(_ length: Int) async throws {
    try await store.save(session)
    let name = try file()
    var next = session
    next.generation = 2
    let half = String(decoding: next.json.serialized().prefix(length), as: UTF8.self)
    try overwrite(name + ".tmp", half)
    #expect(try await store.session(session.account)?.generation == 1)
    #expect(try store.readSessions().count == 1)
    // The next save removes the partial file.
    try await store.save(next)
    #expect(try await store.session(session.account)?.generation == 2)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: directory).contains(name + ".tmp"))
  }

  static let damages: [Case<@Sendable (String) -> String>] = [
    Case("is empty") { _ in "" },
    Case("is cut off") { String($0.dropLast(20)) },
    Case("is something else") { _ in "<html>" },
    Case("lacks a member") { $0.replacing("\"access_token\"", with: "\"other\"") },
    Case("has an endpoint in plain HTTP") { $0.replacing("https://op.", with: "http://op.") },
    Case("is another account's") { $0.replacing("\"alice\"", with: "\"mallory\"") },
  ]

  @Test("sets a damaged file aside, names it, and never deletes it", arguments: damages)
  func damage(_ row: Case<@Sendable (String) -> String>) async throws {
    try await store.save(session)
    let name = try file()
    let text = String(decoding: session.json.serialized(), as: UTF8.self)
    try overwrite(name, row.value(text))
    // The synchronous method only reports the damage.
    #expect(await failure { try store.readSessions() }?.code == .storeDamaged)
    let error = try #require(await failure { try await store.session(session.account) })
    #expect(error.code == .storeDamaged)
    #expect(error.reason.contains(name + ".damaged"))
    #expect(!error.description.contains("rt-1"))
    let aside = FileManager.default.contents(atPath: directory + "/" + name + ".damaged")
    #expect(aside == Data(row.value(text).utf8))
    #expect(try await store.sessions().isEmpty)
    // A second damage does not replace the first one.
    try await store.save(session)
    try overwrite(name, "damaged again")
    _ = await failure { try await store.sessions() }
    #expect(aside == FileManager.default.contents(atPath: directory + "/" + name + ".damaged"))
    try await store.save(session)
    #expect(try await store.sessions().count == 1)
  }

  @Test("leaves a file of a newer version unchanged")
  func newerVersion() async throws {
    try await store.save(session)
    let name = try file()
    try overwrite(name, #"{"version":2}"#)
    #expect(await failure { try await store.sessions() }?.code == .storeFailed)
    #expect(try file() == name)
  }

  @Test("keeps the session when it cannot be written")
  func readOnly() async throws {
    try await store.save(session)
    // A folder in the way of the temporary file stops even root.
    let blocker = directory + "/" + (try file()) + ".tmp"
    try FileManager.default.createDirectory(
      atPath: blocker + "/x", withIntermediateDirectories: true)
    var next = session
    next.generation = 2
    #expect(await failure { try await store.save(next) }?.code == .storeFailed)
    #expect(try await store.session(session.account)?.generation == 1)
  }
}
