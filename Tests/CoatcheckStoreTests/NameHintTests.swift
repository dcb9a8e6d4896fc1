// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("A folder of session files")
struct NameHintTests {
  let folder: Folder
  let store: FileTokenStore

  init() throws {
    folder = try Folder()
    store = FileTokenStore(directory: folder.path)
  }

  private func save(_ count: Int) async throws {
    for n in 0..<count { try await store.save(try SampleSession.make("s\(n)", name: "n\(n)")) }
  }

  private func key(_ session: StoredSession) throws -> String {
    try #require(
      try folder.files().first { name in
        name.hasSuffix(".json") && folder.read(name) == session.json.serialized()
      })
  }

  @Test("finds an account by its name without reading the other files, which may be damaged")
  func readsOne() async throws {
    try await save(200)
    let wanted = try #require(try await store.sessions(AccountFilter(name: "n150")).first)
    let file = try key(wanted)
    for name in try folder.files() where name.hasSuffix(".json") && name != file {
      try folder.write(name, [0x7B])
    }
    #expect(try store.readSession(named: "n150")?.account == wanted.account)
    #expect(try store.readSessions(AccountFilter(name: "n150")).count == 1)
    #expect(try await store.sessions(AccountFilter(name: "n150")).map(\.name) == ["n150"])
  }

  @Test("finds a renamed account by the new name only")
  func renamed() async throws {
    try await save(3)
    var session = try SampleSession.make("s1", name: "other")
    session.generation = 2
    try await store.save(session)
    #expect(try store.readSession(named: "other")?.generation == 2)
    #expect(try store.readSession(named: "n1") == nil)
    try await store.save(try SampleSession.make("s2", name: "n1"))
    #expect(try store.readSession(named: "n1")?.account.subject == "s2")
  }

  @Test("ignores name hints with other keys, invalid content or paths")
  func lies() async throws {
    try await save(2)
    let other = try key(try SampleSession.make("s1", name: "n1")).dropLast(5)
    for hint in try folder.files(under: "names") where hint != "complete" {
      try folder.write("names/" + hint, Array("../../x\n\(other)\n/etc/passwd\nrubbish".utf8))
    }
    #expect(try store.readSession(named: "n0")?.name == "n0")
    #expect(try store.readSession(named: "n1")?.name == "n1")
  }

  @Test("finds an account when the name hints are missing or incomplete")
  func noHints() async throws {
    try await save(3)
    try FileManager.default.removeItem(atPath: folder.path + "/names")
    #expect(try store.readSession(named: "n2")?.name == "n2")
    // The other sessions have no name hints, so the new hints are incomplete.
    try await store.save(try SampleSession.make("new", name: "n1"))
    #expect(try await store.sessions(AccountFilter(name: "n1")).count == 2)
    #expect(try store.readSessions(AccountFilter(name: "n1")).count == 2)
    #expect(try store.readSession(named: "n1") == nil)
  }

  @Test("keeps the session when a name hint cannot be written")
  func blocked() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/names"))
    try await save(2)
    #expect(try store.readSession(named: "n1")?.name == "n1")
    #expect(try await store.sessions(AccountFilter(name: "n0")).count == 1)
  }

  @Test("removes the name hint of a removed account")
  func removed() async throws {
    try await save(2)
    let before = try folder.files(under: "names").count
    try await store.remove(try SampleSession.make("s1").account)
    #expect(try folder.files(under: "names").count == before - 1)
    #expect(try store.readSession(named: "n1") == nil)
    #expect(try store.readSession(named: "n0")?.name == "n0")
  }

  @Test("finds the default account without a name, or the only one")
  func defaultAccount() async throws {
    #expect(try store.readSession(named: nil) == nil)
    try await save(1)
    #expect(try store.readSession(named: nil)?.name == "n0")
    try await save(2)
    #expect(try store.readSession(named: nil) == nil)
    try await store.setDefaultAccount(try SampleSession.make("s1").account)
    #expect(try store.readSession(named: nil)?.name == "n1")
    try await store.remove(try SampleSession.make("s1").account)
    #expect(try store.readSession(named: nil) == nil)
  }

  @Test("has one file for all its locks")
  func locks() async throws {
    try await save(5)
    try await store.withExclusiveAccess(to: try SampleSession.make("s9").account) {}
    let others = try folder.files().filter { !$0.hasSuffix(".json") && !$0.hasPrefix("names") }
    #expect(others == ["locks"])
    #expect(folder.read("locks") == [])
  }
}
