// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckStoreTesting
import TestKit

/// The keychain class of a session, which decides when the session can be read.
extension DocomoStoreKeyTests {
  typealias Keychain = RecordTokenStore<KeychainRecords<KeychainStandIn>>

  private func keychain(
    _ keychain: KeychainStandIn, _ accessibility: KeychainAccessibility, _ folder: Folder
  ) throws -> Keychain {
    var records = try KeychainRecords(keychain, lockDirectory: folder.path)
    records.accessibility = accessibility
    return RecordTokenStore(records)
  }

  @Test(
    "keeps the accessibility it was saved with through refreshes",
    arguments: DocomoAccessibility.allCases)
  func accessibility(_ word: DocomoAccessibility) async throws {
    let site = try await DocomoSite()
    let (items, folder) = (KeychainStandIn(), try Folder())
    let chosen = word.accessibility
    _ = try await site.session(in: keychain(items, chosen, folder))
    site.clock.advance(by: .seconds(3600))
    // Another program, which would choose another class for sessions of its own.
    let other = try keychain(items, .whenPasscodeSetThisDeviceOnly, folder)
    let client = try site.client(in: other, agent: NoUserAgent())
    let session = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
    try await session.refresh()
    #expect(site.count(DocomoSite.token) == 3)
    #expect(try await other.accessibility(of: session.account) == chosen.effective)
    try await other.setAccessibility(.whenUnlocked, of: session.account)
    try await session.refresh()
    #expect(try await other.accessibility(of: session.account) == .whenUnlocked)
    #expect(items.items.count == 1)
  }

  @Test("is saved in the class that the sign-in names, or in the one of its store")
  func accessibilityOfCall() async throws {
    let site = try await DocomoSite()
    let (items, folder) = (KeychainStandIn(), try Folder())
    let store = RecordTokenStore(try KeychainRecords(items, lockDirectory: folder.path))
    let client = try site.client(in: store)
    func signIn(_ key: String, _ accessibility: KeychainAccessibility?) async throws -> Session {
      try await client.signIn(
        scopes: Scope.docomo, storedAs: key, accessibility: accessibility)
    }
    let standard = try await signIn("standard", nil)
    let chosen = try await signIn("chosen", .whenUnlocked)
    #expect(
      try await store.accessibility(of: standard.account) == .afterFirstUnlockThisDeviceOnly)
    #expect(try await store.accessibility(of: chosen.account) == .whenUnlocked)
    // A refresh keeps the class; so does a call that names none.
    site.clock.advance(by: .seconds(3600))
    _ = try await signIn("chosen", nil)
    #expect(try await store.accessibility(of: chosen.account) == .whenUnlocked)
    // A later call can set another class, without a sign-in.
    _ = try await signIn("chosen", .afterFirstUnlock)
    #expect(try await store.accessibility(of: chosen.account) == .afterFirstUnlock)
    #expect(site.signIns == 2)
    try await chosen.refresh()
    #expect(try await store.accessibility(of: chosen.account) == .afterFirstUnlock)
    let kept = try await client.keep(
      chosen, storedAs: "kept", accessibility: .whenUnlockedThisDeviceOnly)
    #expect(try await store.accessibility(of: kept.account) == .whenUnlockedThisDeviceOnly)
    try await kept.refresh()
    #expect(try await store.accessibility(of: kept.account) == .whenUnlockedThisDeviceOnly)
  }

  @Test("the words that docomo's SDK stored beside the tokens stand for Apple's classes")
  func accessibilityWords() {
    let words = DocomoAccessibility.allCases.map(\.rawValue)
    #expect(
      words == [
        "WHEN_UNLOCKED", "AFTER_FIRST_UNLOCK", "ALWAYS", "WHEN_UNLOCKED_THIS_DEVICE_ONLY",
        "AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY", "ALWAYS_THI_SDEVICE_ONLY",
      ])
    #expect(DocomoAccessibility(rawValue: "ALWAYS")?.accessibility.effective == .afterFirstUnlock)
    #expect(
      DocomoAccessibility(rawValue: "ALWAYS_THI_SDEVICE_ONLY")?.accessibility.effective
        == .afterFirstUnlockThisDeviceOnly)
    #expect(DocomoAccessibility(rawValue: "SOMETIMES") == nil)
  }

  @Test(
    "can be read in a keychain when its class allows it, and in a file at any time",
    arguments: [
      (KeychainAccessibility.whenUnlocked, KeychainStandIn.Device.locked, false),
      (.afterFirstUnlock, .locked, true), (.afterFirstUnlock, .beforeFirstUnlock, false),
    ])
  func readable(
    _ accessibility: KeychainAccessibility, _ device: KeychainStandIn.Device, _ isReadable: Bool
  ) async throws {
    let site = try await DocomoSite()
    let (items, locks, folder) = (KeychainStandIn(), try Folder(), try Folder())
    let files = FileTokenStore(directory: folder.path)
    let first = try await site.client(in: files).signIn(
      scopes: Scope.docomo, storedAs: "main", accessibility: accessibility)
    // A file can be read whatever the class is; the class is stored with the session.
    items.device(is: device)
    #expect(try await files.sessions().map(\.accessibility) == [accessibility])
    items.device(is: .unlocked)
    // When the session is saved in a keychain, the class takes effect.
    let store = RecordTokenStore(try KeychainRecords(items, lockDirectory: locks.path))
    let client = try site.client(in: store, agent: NoUserAgent())
    _ = try await client.keep(first, storedAs: "main")
    #expect(items.items.map(\.accessibility) == [accessibility])
    items.device(is: device)
    if isReadable {
      #expect(try await client.hasSession(named: "main"))
    } else {
      let error = await failure { try await client.hasSession(named: "main") }
      #expect(error?.code == .storeLocked)
    }
    items.device(is: .unlocked)
    #expect(try await client.hasSession(named: "main"))
  }
}
