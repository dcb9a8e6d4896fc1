// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("The user's store")
struct SystemStoreTests {
  let folder: Folder
  let secrets = MemorySecrets()
  let keyring = MemoryKeyring()
  let session: StoredSession

  init() throws {
    folder = try Folder()
    session = try SampleSession.make(name: "main")
  }

  private var desktop: SystemServices { SystemServices(keyring: keyring, secrets: secrets) }
  private let plain = StoreChoice.file(allowingPlainText: .because("a test"))

  private func store(
    _ choice: StoreChoice = .auto, _ services: SystemServices? = nil
  ) -> SystemStore {
    SystemStore(folder: folder.path + "/home", choice: choice, services: services ?? desktop)
  }

  private func settings() throws -> JSONObject {
    try JSONObject(parsing: try #require(folder.read("home/store.json")))
  }

  @Test("is empty at first, and is not created by reading")
  func empty() async throws {
    #expect(try await store().sessions().isEmpty)
    #expect(try await store().session(session.account) == nil)
    #expect(try await store().defaultAccount() == nil)
    try await store().remove(session.account)
    try await store().setDefaultAccount(nil)
    #expect(try store().cachedSession(named: nil) == nil)
    #expect(store().place.kind == "undecided")
    #expect(try folder.files().isEmpty)
  }

  @Test("with a Secret Service is sealed files with the key there")
  func secretService() async throws {
    try await store().save(session)
    #expect(try settings()["store"]?.stringValue == "sealed-secret-service")
    #expect(try await store().session(session.account)?.json == session.json)
    #expect(store().place.protection == .sealed(key: "secret-service"))
    #expect(try folder.holds("refresh_token") == false)
    #expect(try folder.holds("alice") == false)
    #expect(secrets.stores == 1)
  }

  @Test("without a Secret Service uses the systemd credential, or else a passphrase")
  func nextBest() async throws {
    try folder.write("coatcheck-key", Array(repeating: 7, count: 32))
    #expect(chmod(folder.path + "/coatcheck-key", 0o400) == 0)
    let service = SystemServices(
      secrets: MemorySecrets(MemorySecrets.absent), credentials: folder.path)
    try await store(.auto, service).save(session)
    #expect(store(.auto, service).place.protection == .sealed(key: "systemd-credential"))
    #expect(try store(.auto, service).cachedSession(named: "main")?.json == session.json)

    try folder.write("phrase", Array("correct horse".utf8))
    #expect(chmod(folder.path + "/phrase", 0o600) == 0)
    let headless = SystemStore(
      folder: folder.path + "/other",
      services: SystemServices(passphraseFile: folder.path + "/phrase"))
    try await headless.save(session)
    #expect(headless.place.protection == .sealed(key: "passphrase"))
    #expect(try headless.cachedSession(named: "main") == nil)
    #expect(try await headless.sessions().count == 1)
  }

  @Test("without a safe place stores nothing, and the error says what to do")
  func noPlace() async throws {
    let bare = [SystemServices(), SystemServices(secrets: MemorySecrets(MemorySecrets.absent))]
    for services in bare {
      let error = try #require(await failure { try await store(.auto, services).save(session) })
      #expect(error.code == .storeFailed)
      for word in ["COATCHECK_STORE", "COATCHECK_PASSPHRASE_FILE", "--allow-plaintext"] {
        #expect(error.reason.contains(word))
      }
    }
    #expect(try folder.holds("refresh_token") == false)
    #expect(folder.read("home/store.json") == nil)
  }

  @Test("with a locked Secret Service waits for the user instead of selecting another store")
  func lockedAtFirst() async throws {
    try folder.write("coatcheck-key", Array(repeating: 7, count: 32))
    secrets.fail(MemorySecrets.locked)
    let services = SystemServices(
      keyring: keyring, secrets: secrets, credentials: folder.path, passphraseFile: "/x")
    #expect(await failure { try await store(.auto, services).save(session) }?.code == .storeLocked)
    #expect(folder.read("home/store.json") == nil)
  }

  @Test("keeps the decided kind, when its key is unavailable later", arguments: [true, false])
  func keyGone(_ isLocked: Bool) async throws {
    try await store().save(session)
    keyring.forget()
    secrets.fail(isLocked ? MemorySecrets.locked : MemorySecrets.absent)
    let code: OAuthError.Code = isLocked ? .storeLocked : .storeFailed
    #expect(await failure { try await store().sessions() }?.code == code)
    #expect(await failure { try await store().session(session.account) }?.code == code)
    #expect(await failure { try await store().save(session) }?.code == code)
    #expect(try store().cachedSession(named: "main") == nil)
    secrets.fail(nil)
    #expect(try await store().session(session.account)?.json == session.json)
    #expect(try folder.holds("refresh_token") == false)
  }

  @Test("whose key was deleted is locked, and no other key is made")
  func keyDeleted() async throws {
    try await store().save(session)
    keyring.forget()
    secrets.forget()
    #expect(await failure { try await store().sessions() }?.code == .storeLocked)
    let other = try SampleSession.make("bob")
    #expect(await failure { try await store().save(other) }?.code == .storeLocked)
    #expect(secrets.stores == 1)
  }

  @Test("is read from the keyring at once, without the Secret Service")
  func fast() async throws {
    try await store().save(session)
    try await store().save(try SampleSession.make("bob"))
    let lookups = secrets.lookups
    #expect(try store().cachedSession(named: "main")?.json == session.json)
    #expect(try store().cachedSession(named: nil) == nil)
    try await store().setDefaultAccount(session.account)
    #expect(try store().cachedSession(named: nil)?.name == "main")
    #expect(secrets.lookups == lookups)
    keyring.forget()
    #expect(try store().cachedSession(named: "main") == nil)
  }

  @Test("is in plain text only on request, and reports it")
  func plainText() async throws {
    try await store(plain, SystemServices()).save(session)
    #expect(try settings()["plain_text_because"]?.stringValue == "a test")
    for choice in [plain, .auto] {
      let store = store(choice)
      #expect(store.place.protection == .plainText)
      #expect(try await store.sessions().count == 1)
      #expect(try store.cachedSession(named: "main")?.json == session.json)
    }
  }

  @Test("of another kind than the decided one is not opened")
  func otherChoice() async throws {
    try await store().save(session)
    let error = try #require(await failure { try await store(plain).sessions() })
    #expect(error.code == .storeFailed && error.reason.contains("sealed-secret-service"))
    #expect(await failure { try await store(plain).save(session) }?.code == .storeFailed)
    #expect(try folder.holds("refresh_token") == false)
  }

  @Test("of an earlier version is used unchanged")
  func existing() async throws {
    try await FileTokenStore(directory: folder.path + "/home/sessions").save(session)
    let store = store()
    #expect(store.place.protection == .plainText)
    #expect(try await store.sessions().count == 1)
    #expect(try store.cachedSession(named: "main")?.json == session.json)
    let next = try SampleSession.make(name: "main", generation: 2)
    try await store.save(next)
    #expect(try await store.session(session.account)?.generation == 2)
    #expect(folder.read("home/store.json") == nil)
  }

  @Test("without its settings file is not treated as empty")
  func settingsGone() async throws {
    try await store().save(session)
    try FileManager.default.removeItem(atPath: folder.path + "/home/store.json")
    #expect(await failure { try await store().sessions() }?.code == .storeFailed)
    #expect(await failure { try await store().save(session) }?.code == .storeFailed)
    for text in ["", "{}", #"{"version":2,"id":"a","store":"file"}"#, #"{"id":"../x"}"#] {
      try folder.write("home/store.json", Array(text.utf8))
      #expect(await failure { try await store().sessions() }?.code == .storeFailed)
      #expect(await failure { try await store().save(session) }?.code == .storeFailed)
    }
  }

  @Test("is the same for twenty programs that decide concurrently")
  func together() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<20 {
        group.addTask { try await store().save(try SampleSession.make("s\(n)")) }
      }
      try await group.waitForAll()
    }
    #expect(try await store().sessions().count == 20)
    #expect(secrets.stores == 1)
  }

  static let variables: [(variables: [String: String], choice: String?)] = [
    ([:], "auto"), (["COATCHECK_STORE": ""], "auto"),
    (["COATCHECK_STORE": "sealed-passphrase"], "sealed-passphrase"),
    (["COATCHECK_STORE": "keyring"], "keyring"), (["COATCHECK_STORE": "file"], nil),
    (["COATCHECK_STORE": "file", "COATCHECK_ALLOW_PLAINTEXT": "yes"], nil),
    (["COATCHECK_STORE": "file", "COATCHECK_ALLOW_PLAINTEXT": "1"], "file"),
    (["COATCHECK_STORE": "nowhere", "COATCHECK_ALLOW_PLAINTEXT": "1"], nil),
  ]

  @Test("is chosen by the environment, plain text only with consent", arguments: variables)
  func environment(_ row: (variables: [String: String], choice: String?)) throws {
    let choice = try? StoreChoice { row.variables[$0] }
    #expect(choice?.name == row.choice)
  }
}
