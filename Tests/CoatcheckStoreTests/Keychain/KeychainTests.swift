// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Keychain")
struct KeychainTests {
  typealias Records = KeychainRecords<KeychainStandIn>

  // attack: ST-13, ST-14, ST-23
  @Test("keeps the contract of every token store", arguments: TokenStoreContract.checks)
  func contract(_ check: TokenStoreContract.Check) async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    let site = TokenStoreContract.Site {
      RecordTokenStore(try Records(keychain, lockDirectory: folder.path))
    }
    try await check.run(in: site)
  }

  @Test("a record keeps its accessibility class until another is requested")
  func remembersTheClass() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    let standard = try Records(keychain, lockDirectory: folder.path)
    var other = standard
    other.accessibility = .whenPasscodeSetThisDeviceOnly

    try await standard.write(StoredRecord(key: "a", content: [1]))
    #expect(try await standard.accessibility(of: "a") == .afterFirstUnlockThisDeviceOnly)
    try await other.write(StoredRecord(key: "a", content: [2]))
    #expect(try await standard.accessibility(of: "a") == .afterFirstUnlockThisDeviceOnly)
    try await standard.write(StoredRecord(key: "a", content: [3]), accessibility: .whenUnlocked)
    #expect(try await standard.accessibility(of: "a") == .whenUnlocked)
    try await standard.write(StoredRecord(key: "a", content: [4]))
    #expect(try await standard.accessibility(of: "a") == .whenUnlocked)
    #expect(try await standard.read("a") == [4])

    try await other.write(StoredRecord(key: "b", content: [1]))
    #expect(try await standard.accessibility(of: "b") == .whenPasscodeSetThisDeviceOnly)
    #expect(try await standard.accessibility(of: "unknown") == nil)
    keychain.removePasscode()
    #expect(try await standard.keys(where: [:], after: nil, limit: nil) == ["a"])
  }

  @Test("each accessibility class is kept, and a deprecated one becomes the nearest one")
  func classes() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    for accessibility in KeychainAccessibility.allCases {
      var records = try Records(keychain, lockDirectory: folder.path)
      records.accessibility = accessibility
      let record = StoredRecord(key: accessibility.rawValue, content: [1])
      try await records.write(record)
      #expect(try await records.accessibility(of: record.key) == accessibility.effective)
      try await records.write(record, accessibility: accessibility)
      #expect(try await records.accessibility(of: record.key) == accessibility.effective)
    }
    let kept = Set(keychain.items.map(\.accessibility))
    #expect(kept.count == 5)
    #expect(kept.isDisjoint(with: [.always, .alwaysThisDeviceOnly]))
  }

  @Test("a backup contains only records that are not bound to the device")
  func backup() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    let records = try Records(keychain, lockDirectory: folder.path)
    for accessibility in KeychainAccessibility.allCases {
      try await records.write(
        StoredRecord(key: accessibility.rawValue, content: [1]), accessibility: accessibility)
    }
    let restored = try Records(keychain.restoredElsewhere(), lockDirectory: folder.path)
    let keys = try await restored.keys(where: [:], after: nil, limit: nil)
    #expect(keys == ["after-first-unlock", "always", "when-unlocked"])
  }

  @Test("an item that another process added meanwhile is updated")
  func duplicate() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    let records = try Records(keychain, lockDirectory: folder.path)
    try await records.write(StoredRecord(key: "a", content: [1]))
    // As if the item had been added between the two calls.
    keychain.fail(.update, with: .itemNotFound)
    try await records.write(StoredRecord(key: "a", content: [2]))
    #expect(try await records.read("a") == [2])
    #expect(keychain.items.count == 1)
  }

  @Test("a record that is too long is refused, and the older one stays")
  func tooLong() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    let records = try Records(keychain, lockDirectory: folder.path)
    try await records.write(StoredRecord(key: "a", content: [1]))
    let long = [UInt8](repeating: 1, count: Records.maximumLength + 1)
    let error = await failure { try await records.write(StoredRecord(key: "a", content: long)) }
    #expect(error?.code == .storeFailed)
    #expect(error?.reason.contains("262145 bytes") == true)
    #expect(try await records.read("a") == [1])
    #expect(keychain.calls(of: .update) == 1)
  }

  @Test("damaged records are kept aside, each under a name of its own")
  func damaged() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    let records = try Records(keychain, lockDirectory: folder.path)
    let store = RecordTokenStore(records)
    let account = try SampleSession.make().account
    for byte: UInt8 in [1, 2] {
      try await records.write(StoredRecord(key: account.fingerprint, content: [byte]))
      #expect(await failure { try await store.session(account) }?.code == .storeDamaged)
      #expect(try await store.session(account) == nil)
    }
    #expect(Set(keychain.items.map(\.content)) == [[1], [2]])
    #expect(Set(keychain.items.map(\.account)).count == 2)
    #expect(keychain.items.allSatisfy { $0.service == "coatcheck.default.damaged" })
  }

  @Test("namespaces and access groups are kept apart")
  func apart() async throws {
    let (keychain, folder) = (KeychainStandIn(groups: ["TEAM.app", "TEAM.shared"]), try Folder())
    let one = try Records(
      keychain, namespace: "one", lockDirectory: folder.path, group: .own("TEAM.app"))
    let two = try Records(
      keychain, namespace: "two", lockDirectory: folder.path, group: .own("TEAM.app"))
    let shared = try Records(
      keychain, namespace: "one", lockDirectory: folder.path, group: .shared("TEAM.shared"))
    for (records, byte) in [(one, 1), (two, 2), (shared, 3)] as [(Records, UInt8)] {
      try await records.write(StoredRecord(key: "a", content: [byte]))
    }
    for (records, byte) in [(one, 1), (two, 2), (shared, 3)] as [(Records, UInt8)] {
      #expect(try await records.read("a") == [byte])
    }
    try await one.remove("a")
    #expect(try await one.read("a") == nil)
    #expect(try await two.read("a") == [2])
    #expect(try await shared.read("a") == [3])

    let outside = try Records(keychain, lockDirectory: folder.path, group: .shared("OTHER.shared"))
    for error in [
      await failure { _ = try await outside.read("a") },
      await failure { try await outside.write(StoredRecord(key: "a", content: [1])) },
    ] {
      #expect(error?.parameter == "group")
      #expect(error?.reason.contains("entitlement") == true)
    }
  }

  @Test(
    "a keychain that does not answer is an error after ten seconds",
    .timeLimit(.minutes(10))
  )
  func hanging() async throws {
    let folder = try Folder()
    let keychain = HangingKeychain()
    defer { keychain.release() }
    var environment = RuntimeEnvironment.live
    environment.sleep = { _ in try await Task.sleep(for: .milliseconds(20)) }
    let records = try KeychainRecords(
      keychain, lockDirectory: folder.path, environment: environment)
    for error in [
      await failure { _ = try await records.read("a") },
      await failure { try await records.write(StoredRecord(key: "a", content: [1])) },
      await failure { _ = try await records.keys(where: [:], after: nil, limit: nil) },
      await failure { try await records.remove("a") },
    ] {
      #expect(error?.code == .storeFailed)
      #expect(error?.reason.contains("did not answer within 10 s") == true)
    }
  }
}

/// A keychain whose calls block until it is released.
private final class HangingKeychain: SecItemCalls {
  private let isReleased = Atomic(false)

  func release() { isReleased.store(true, ordering: .releasing) }

  private func hang() -> KeychainStatus {
    while !isReleased.load(ordering: .acquiring) { usleep(1_000) }
    return .notAvailable
  }

  func add(_ item: KeychainItem) -> KeychainStatus { hang() }
  func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, items: [KeychainItem]) {
    (hang(), [])
  }
  func update(_ query: KeychainQuery, _ change: KeychainChange) -> KeychainStatus { hang() }
  func delete(_ query: KeychainQuery) -> KeychainStatus { hang() }
}
