// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import SecurityShim
import TestSupport

extension AppleKeychain {
  @Suite("Records that are too long for one item")
  struct PartTests {
    private func long(_ byte: UInt8, _ count: Int = 100_000) -> StoredRecord {
      StoredRecord(key: "a", content: [UInt8](repeating: byte, count: count))
    }

    @Test("are kept in items below 32 KiB, and read as one")
    func split() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(SecItemKeychain(), lockDirectory: folder.path)
      try await records.write(long(1))
      #expect(device.items.allSatisfy { $0.size < 32 << 10 })
      #expect(device.items.count == 5)
      #expect(try await records.read("a") == long(1).content)
      #expect(try await records.keys(where: [:], after: nil, limit: nil) == ["a"])
      try await records.write(long(2, 200_000))
      #expect(try await records.read("a") == long(2, 200_000).content)
      #expect(device.items.count == 8, "the older parts are gone")
      try await records.write(StoredRecord(key: "a", content: [3]))
      #expect(try await records.read("a") == [3])
      #expect(device.items.count == 1)
    }

    @Test("have the class of the record")
    func classes() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(SecItemKeychain(), lockDirectory: folder.path)
      try await records.write(StoredRecord(key: "a", content: [1]), accessibility: .whenUnlocked)
      try await records.write(long(2))
      #expect(Set(device.items.map(\.accessibility)) == ["ak"])
      try await records.write(long(3), accessibility: .afterFirstUnlock)
      #expect(Set(device.items.map(\.accessibility)) == ["ck"])
    }

    @Test("a write that fails in between leaves the older record")
    func interrupted() async throws {
      let (device, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(SecItemKeychain(), lockDirectory: folder.path)
      try await records.write(long(1))
      device.fail(.update, with: errSecDiskFull)
      #expect(await failure { try await records.write(long(2)) }?.code == .storeFailed)
      #expect(try await records.read("a") == long(1).content)
      device.before(.add) { $0.fail(.add, with: errSecDiskFull) }
      #expect(await failure { try await records.write(long(2)) }?.code == .storeFailed)
      #expect(try await records.read("a") == long(1).content)
      try await records.write(long(3))
      #expect(device.items.count == 5)
    }

    @Test("a record that begins like a list of parts is read unchanged")
    func ambiguous() async throws {
      let (_, folder) = (AppleKeychain.device(), try Folder())
      let records = try Records(SecItemKeychain(), lockDirectory: folder.path)
      for content: [UInt8] in [[0], [0] + Array("coatcheck parts id 2".utf8)] {
        try await records.write(StoredRecord(key: "a", content: content))
        #expect(try await records.read("a") == content)
      }
    }

    @Test("are removed with the record, and when the app is installed again")
    func removed() async throws {
      let device = AppleKeychain.device(.phone, .init(keychainAccessGroups: ["TEAM.app"]))
      let (folder, second) = (try Folder(), try Folder())
      func records(_ folder: Folder) throws -> Records {
        try Records(
          SecItemKeychain(), lockDirectory: folder.path, group: .own("TEAM.app"),
          reinstall: .dropOnReinstall(marker: InstallMarker(directory: folder.path, in: .app)))
      }
      try await records(folder).write(long(1))
      try await records(folder).remove("a")
      #expect(device.items.isEmpty)
      try await records(folder).write(long(1))
      #expect(try await records(second).read("a") == nil)
      #expect(device.items.isEmpty)
    }
  }
}
