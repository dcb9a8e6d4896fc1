// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Keychain: a locked device")
struct LockedDeviceTests {
  /// The outcome of each operation on a record of a class, in a state of the device.
  struct Row: Sendable, CustomStringConvertible {
    let classes: [KeychainAccessibility]
    let device: KeychainStandIn.Device
    /// Of reading, replacing, adding, listing, removing, in this order: `ok` or `locked`.
    let outcomes: [String]

    init(_ classes: [KeychainAccessibility], _ device: KeychainStandIn.Device, _ outcomes: String) {
      self.classes = classes
      self.device = device
      self.outcomes = outcomes.split(separator: " ").map(String.init)
    }

    var description: String { "\(classes.map(\.rawValue)), \(device.rawValue)" }
  }

  static let needsUnlocked: [KeychainAccessibility] = [
    .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly,
  ]
  static let needsFirstUnlock: [KeychainAccessibility] = [
    .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly, .always, .alwaysThisDeviceOnly,
  ]

  static let rows: [Row] = [
    //                                        read   replace add    list   remove
    Row(needsUnlocked, .unlocked, "           ok     ok      ok     ok     ok"),
    Row(needsUnlocked, .locked, "             locked locked  locked locked ok"),
    Row(needsUnlocked, .beforeFirstUnlock, "  locked locked  locked locked ok"),
    Row(needsFirstUnlock, .unlocked, "        ok     ok      ok     ok     ok"),
    Row(needsFirstUnlock, .locked, "          ok     ok      ok     ok     ok"),
    Row(needsFirstUnlock, .beforeFirstUnlock, "locked locked locked locked ok"),
  ]

  @Test("is never treated as an empty store", arguments: rows)
  func table(_ row: Row) async throws {
    for accessibility in row.classes {
      let (keychain, folder) = (KeychainStandIn(), try Folder())
      var records = try KeychainRecords(keychain, lockDirectory: folder.path)
      records.accessibility = accessibility
      try await records.write(StoredRecord(key: "old", content: [1]))
      keychain.device(is: row.device)
      let outcomes = [
        await outcome { try await records.read("old") == [1] },
        await outcome {
          try await records.write(StoredRecord(key: "old", content: [1]))
          return true
        },
        await outcome {
          try await records.write(StoredRecord(key: "new", content: [2]))
          return true
        },
        await outcome {
          try await records.keys(where: [:], after: nil, limit: nil).contains("old")
        },
      ]
      #expect(outcomes == Array(row.outcomes.prefix(4)), "\(accessibility)")

      keychain.device(is: .unlocked)
      #expect(try await records.read("old") == [1], "nothing was lost")
      keychain.device(is: row.device)
      let removed = await outcome {
        try await records.remove("old")
        return true
      }
      #expect(removed == row.outcomes.last, "\(accessibility)")
    }
  }

  private func outcome(_ body: () async throws -> Bool) async -> String {
    do {
      return try await body() ? "ok" : "wrong"
    } catch let error as OAuthError {
      return error.code == .storeLocked ? "locked" : error.code.rawValue
    } catch {
      return "\(error)"
    }
  }

  static let statuses: [(KeychainStatus, OAuthError.Code)] = [
    (.interactionNotAllowed, .storeLocked), (.interactionRequired, .storeLocked),
    (.authFailed, .interactionRequired),
    (.userCanceled, .userCancelled), (.missingEntitlement, .invalidArgument),
    (.notAvailable, .storeFailed), (.decode, .storeFailed),
    (.diskFull, .storeFailed), (.dataTooLarge, .storeFailed), (.parameter, .storeFailed),
    (KeychainStatus(rawValue: -4), .storeFailed),
  ]

  @Test(
    "and any other failing status of the keychain is reported with its error code",
    arguments: statuses)
  func answers(_ status: KeychainStatus, _ code: OAuthError.Code) async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    let records = try KeychainRecords(keychain, lockDirectory: folder.path)
    try await records.write(StoredRecord(key: "a", content: [1]))

    keychain.fail(.copyMatching, with: status)
    #expect(await failure { _ = try await records.read("a") }?.code == code)
    keychain.fail(.copyMatching, with: status)
    let listed = await failure { _ = try await records.keys(where: [:], after: nil, limit: nil) }
    #expect(listed?.code == code)
    keychain.fail(.update, with: status)
    #expect(
      await failure { try await records.write(StoredRecord(key: "a", content: [2])) }?.code == code)
    keychain.fail(.add, with: status)
    let added = await failure { try await records.write(StoredRecord(key: "b", content: [2])) }
    #expect(added?.code == code)
    keychain.fail(.delete, with: status)
    #expect(await failure { try await records.remove("a") }?.code == code)
    #expect(try await records.read("a") == [1])
    #expect(try await records.read("b") == nil)
  }
}
