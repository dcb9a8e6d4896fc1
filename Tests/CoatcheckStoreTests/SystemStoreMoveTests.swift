// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Moving the user's sessions to another kind of store")
struct SystemStoreMoveTests {
  let folder: Folder
  let secrets = MemorySecrets()
  let keyring = MemoryKeyring()
  private let plain = StoreChoice.file(allowingPlainText: .because("a test"))

  init() throws { folder = try Folder() }

  private func store(_ choice: StoreChoice = .auto) -> SystemStore {
    SystemStore(
      folder: folder.path, choice: choice,
      services: SystemServices(keyring: keyring, secrets: secrets))
  }

  private func fill(_ store: SystemStore) async throws {
    for n in 0..<3 { try await store.save(try SampleSession.make("s\(n)")) }
    try await store.setDefaultAccount(try SampleSession.make("s1").account)
  }

  @Test("leaves nothing in plain text, and every program finds them in the new place")
  func toSealed() async throws {
    try await fill(store(plain))
    let before = store()
    #expect(try await before.sessions().count == 3)
    let report = try await store().move(to: .sealed(.secretService))
    #expect(report.isComplete && report.accounts.count == 3)
    #expect(try folder.holds("refresh_token") == false)
    for store in [before, store(), store(.sealed(.secretService))] {
      #expect(try await store.sessions().map(\.name) == ["s0", "s1", "s2"])
      #expect(try await store.defaultAccount()?.subject == "s1")
      #expect(try store.cachedSession(named: "s2")?.name == "s2")
    }
    #expect(await failure { try await store(plain).sessions() }?.code == .storeFailed)
    // And back.
    #expect(try await store().move(to: plain).isComplete)
    #expect(try await store().sessions().count == 3)
    #expect(store().place.protection == .plainText)
  }

  @Test("from a folder of an earlier version")
  func fromExisting() async throws {
    try await FileTokenStore(directory: folder.path + "/sessions").save(
      try SampleSession.make("alice"))
    #expect(try await store().move(to: .sealed(.keyring)).isComplete)
    #expect(try folder.holds("refresh_token") == false)
    #expect(try store().cachedSession(named: nil)?.name == "alice")
  }

  @Test("without sessions selects the new store")
  func empty() async throws {
    #expect(try await store().move(to: plain).accounts.isEmpty)
    try await store().save(try SampleSession.make())
    #expect(store().place.protection == .plainText)
  }

  @Test("to the same store, or to an unavailable one, changes nothing")
  func refused() async throws {
    try await fill(store())
    let error = await failure { try await store().move(to: .sealed(.secretService)) }
    #expect(error?.outcome == .misused)
    #expect(
      await failure { try await store().move(to: .sealed(.systemdCredential)) }?.code
        == .storeLocked)
    #expect(try await store().sessions().count == 3)
    #expect(try store().cachedSession(named: "s0") != nil)
  }

  @Test("stays usable when it is interrupted, and the same move finishes it")
  func interrupted() async throws {
    try await fill(store(plain))
    // A symbolic link in place of the file of one account stops the move of that account alone.
    let wanted = try SampleSession.make("s1")
    let file = try #require(
      try folder.files(under: "sessions").first { name in
        folder.read("sessions/" + name) == wanted.json.serialized()
      })
    let sealed = StoreChoice.sealed(.secretService)
    try FileManager.default.removeItem(atPath: folder.path + "/sessions/" + file)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/sessions/" + file, withDestinationPath: "/dev/null")
    #expect(await failure { try await store().move(to: sealed) }?.code == .storeFailed)
    try FileManager.default.removeItem(atPath: folder.path + "/sessions/" + file)
    try folder.write("sessions/" + file, wanted.json.serialized())

    #expect(try await store().sessions().count == 3)
    #expect(try store().cachedSession(named: "s0") == nil)
    #expect(try await store().defaultAccount()?.subject == "s1")
    let next = try SampleSession.make("s2", generation: 2)
    try await store().save(next)
    #expect(try await store().session(next.account)?.generation == 2)
    let removed = try SampleSession.make("s0").account
    try await store().remove(removed)
    #expect(try await store().session(removed) == nil)
    let page = try await store().sessions(.all, page: StorePage(limit: 1))
    let rest = try await store().sessions(
      .all, page: StorePage(after: try #require(page.first).account, limit: 5))
    #expect(Set((page + rest).map(\.name)) == ["s1", "s2"])
    #expect(try await store().sessions(.all, page: StorePage(limit: -1)).isEmpty)
    #expect(await failure { try await store().move(to: .sealed(.keyring)) }?.code == .storeFailed)

    #expect(try await store().move(to: sealed).isComplete)
    #expect(try await store().sessions().map(\.generation) == [1, 2])
    #expect(try folder.holds("refresh_token") == false)
  }

  @Test("loses nothing that other programs save meanwhile")
  func whileUsed() async throws {
    try await fill(store(plain))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<12 {
        group.addTask {
          let store = store()
          let account = try SampleSession.make("s\(n % 3)").account
          try await store.withExclusiveAccess(to: account) {
            let now = try #require(try await store.session(account))
            try await store.save(
              try SampleSession.make("s\(n % 3)", generation: now.generation + 1))
          }
        }
        if n == 6 {
          group.addTask {
            let report = try await store().move(to: .sealed(.secretService))
            #expect(report.isComplete, "\(String(describing: report.firstFailure))")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store().sessions().map(\.generation) == [5, 5, 5])
    #expect(store().place.protection == .sealed(key: "secret-service"))
    let left = try folder.files().filter { $0.hasPrefix("sessions/") && $0.hasSuffix(".json") }
    #expect(left.isEmpty)
    #expect(try folder.holds("refresh_token") == false)
  }
}
