// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import SecurityShim
import TestSupport

extension AppleKeychain {
  /// What each status of the keychain means for a session.
  @Suite("A status of the keychain")
  struct StatusTests {
    /// How the device is made to fail, and the expected error of a read.
    struct Row: Sendable {
      let code: OAuthError.Code?
      let isTransient: Bool
      let prepare: @Sendable (KeychainDevice) -> Void
      /// Ends the failure: then the record has to be readable.
      let heal: @Sendable (KeychainDevice) -> Void

      init(
        _ code: OAuthError.Code?, isTransient: Bool = false,
        _ prepare: @escaping @Sendable (KeychainDevice) -> Void,
        heal: @escaping @Sendable (KeychainDevice) -> Void = { _ in }
      ) {
        self.code = code
        self.isTransient = isTransient
        self.prepare = prepare
        self.heal = heal
      }
    }

    static func fails(_ status: OSStatus) -> @Sendable (KeychainDevice) -> Void {
      { device in device.fail(.copyMatching, with: status) }
    }

    static let reads: [Case<Row>] = [
      Case(
        "-25308 while the device is locked before the first unlock: locked",
        Row(.storeLocked, isTransient: true, { $0.lock = .beforeFirstUnlock }) {
          $0.lock = .unlocked
        }),
      Case(
        "-34019 after an update of the system: locked",
        Row(
          .storeLocked, isTransient: true,
          {
            $0.updateSystem()
            $0.lock = .beforeFirstUnlock
          }
        ) { $0.lock = .unlocked }),
      Case(
        "-34018 without an entitlement: a configuration error that names the group",
        Row(.invalidArgument, { $0.entitlements = .none }) { $0.entitlements = .init() }),
      Case(
        "-25293 when the user is not recognized: prompt again, not locked",
        Row(.interactionRequired, fails(-25293))),
      Case(
        "-128 when the user closes the prompt: cancelled, not locked",
        Row(.userCancelled, fails(-128))),
      Case(
        "-25291 when the daemon is not reached: try again later",
        Row(.storeFailed, isTransient: true, fails(-25291))),
      Case("-50, which is a bug", Row(.storeFailed, isTransient: true, fails(-50))),
      Case(
        "-25315 of a login keychain: locked", Row(.storeLocked, isTransient: true, fails(-25315))),
      Case("-4 of a login keychain", Row(.storeFailed, isTransient: true, fails(-4))),
      Case("-34 when the disk is full", Row(.storeFailed, isTransient: true, fails(-34))),
      Case(
        "-26275 when the item cannot be decoded",
        Row(.storeFailed, isTransient: true, fails(-26275))),
    ]

    @Test("keeps the session and becomes an error", arguments: reads)
    func read(_ row: Case<Row>) async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(
        SecItemKeychain(), lockDirectory: folder.path, environment: AppleKeychain.hasty)
      try await records.write(StoredRecord(key: "a", content: [1]))
      row.value.prepare(device)
      let error = await failure { _ = try await records.read("a") }
      #expect(error?.code == row.value.code)
      #expect(error?.isTransient == row.value.isTransient)
      #expect(error?.reason.contains("(") == true, "the status is named")
      row.value.heal(device)
      #expect(try await records.read("a") == [1])
    }

    @Test("-25300 means that there is no session, but only while protected data is available")
    func prewarmed() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let isAvailable = Mutex(true)
      var records = try Records(
        SecItemKeychain(), lockDirectory: folder.path, environment: AppleKeychain.hasty)
      records.isProtectedDataAvailable = { isAvailable.withLock { $0 } }
      #expect(try await records.read("a") == nil)
      try await records.write(StoredRecord(key: "a", content: [1]))

      // The system started the app before the first unlock, and its keychain finds nothing.
      isAvailable.withLock { $0 = false }
      for _ in 0..<5 { device.fail(.copyMatching, with: errSecItemNotFound) }
      for error in [
        await failure { _ = try await records.read("a") },
        await failure { _ = try await records.accessibility(of: "a") },
        await failure { _ = try await records.keys(where: [:], after: nil, limit: nil) },
      ] {
        #expect(error?.code == .storeLocked)
      }
      device.fail(.update, with: errSecItemNotFound)
      let written = await failure {
        try await records.write(StoredRecord(key: "a", content: [2]))
      }
      #expect(written?.code == .storeLocked)
      device.fail(.delete, with: errSecItemNotFound)
      #expect(await failure { try await records.remove("a") }?.code == .storeLocked)
      isAvailable.withLock { $0 = true }
      for _ in 0..<2 { _ = try? await records.read("a") }
      #expect(try await records.read("a") == [1])
    }

    @Test(
      "a read waits for the unlock and succeeds after it",
      arguments: ["-25308", "-25300", "-34019"])
    func retried(_ status: String) async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let looks = Mutex(0)
      var records = try Records(
        SecItemKeychain(), lockDirectory: folder.path, environment: AppleKeychain.hasty)
      try await records.write(StoredRecord(key: "a", content: [1]))
      // The user unlocks the device before the fourth check.
      records.isProtectedDataAvailable = {
        let count = looks.withLock { looks in
          looks += 1
          return looks
        }
        if count == 4 { device.lock = .unlocked }
        return count >= 4
      }
      if status == "-25300" {
        device.fail(.copyMatching, with: errSecItemNotFound)
      } else {
        device.lock = .beforeFirstUnlock
        if status == "-34019" { device.updateSystem() }
      }
      #expect(try await records.read("a") == [1])
      #expect(device.count(of: .copyMatching) == 3)
    }

    @Test("-34019 right after the unlock is tried once more")
    func upgradedNow() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(
        SecItemKeychain(), lockDirectory: folder.path, environment: AppleKeychain.hasty)
      try await records.write(StoredRecord(key: "a", content: [1]))
      device.fail(.copyMatching, with: -34019)
      #expect(try await records.read("a") == [1])
    }

    @Test("-25299 when another process was faster: its item is updated")
    func raced() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(SecItemKeychain(), lockDirectory: folder.path)
      device.before(.add) { _ in
        let item: [String: Any] = [
          "class": "genp", "svce": "coatcheck.default", "acct": "a", "v_Data": Data([9]),
          "pdmn": "cku",
        ]
        SecItemAdd(item as CFDictionary, nil)
      }
      try await records.write(StoredRecord(key: "a", content: [1]))
      #expect(try await records.read("a") == [1])
      #expect(device.items.count == 1)
    }

    @Test("-25293 when the device has no passcode: choose another class")
    func noPasscode() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      device.removePasscode()
      var records = try Records(SecItemKeychain(), lockDirectory: folder.path)
      records.accessibility = .whenPasscodeSetThisDeviceOnly
      let error = await failure { try await records.write(StoredRecord(key: "a", content: [1])) }
      #expect(error?.parameter == "accessibility")
      #expect(error?.errorClass == .configuration)
      #expect(try await records.read("a") == nil)
    }

    @Test("a damaged item is treated as missing, and a new record replaces it")
    func damaged() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(SecItemKeychain(), lockDirectory: folder.path)
      try await records.write(StoredRecord(key: "a", content: [1]))
      device.damage(account: "a")
      #expect(try await records.read("a") == nil)
      try await records.write(StoredRecord(key: "a", content: [2]))
      #expect(try await records.read("a") == [2])
    }

    @Test("a call that blocks is an error after ten seconds", .timeLimit(.minutes(5)))
    func blocked() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      defer { device.release() }
      device.block(.copyMatching)
      let records = try Records(
        SecItemKeychain(), lockDirectory: folder.path, environment: AppleKeychain.impatient)
      let error = await failure { _ = try await records.read("a") }
      #expect(error?.code == .storeFailed)
      #expect(error?.reason.contains("10 s") == true)
    }
  }
}
