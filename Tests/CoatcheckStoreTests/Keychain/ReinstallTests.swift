// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

/// The keychain is kept when an app is deleted. A policy decides whether the next installation keeps the
/// sessions; those of other programs are never removed.
@Suite("Keychain: an app that is installed again")
struct ReinstallTests {
  typealias Records = KeychainRecords<KeychainStandIn>

  private let group = "TEAM.shared"

  /// The records of an app whose container is this folder.
  private func app(
    _ keychain: KeychainStandIn, _ container: Folder, namespace: String = "default"
  ) throws -> Records {
    try Records(
      keychain, namespace: namespace, lockDirectory: container.path, group: .own("TEAM.app"),
      reinstall: .dropOnReinstall(marker: InstallMarker(directory: container.path, in: .app)))
  }

  /// The records of a program in the group whose container is this folder.
  private func member(_ keychain: KeychainStandIn, _ container: Folder) throws -> Records {
    let marker = InstallMarker(directory: container.path, in: .accessGroup(group))
    return try Records(
      keychain, lockDirectory: container.path, group: .shared(group),
      reinstall: .dropOnReinstall(marker: marker))
  }

  private let record = StoredRecord(key: "a", content: [1])

  @Test("keeps its sessions by default")
  func keep() async throws {
    let keychain = KeychainStandIn()
    try await Records(keychain, lockDirectory: Folder().path).write(record)
    #expect(try await Records(keychain, lockDirectory: Folder().path).read("a") == [1])
  }

  @Test("loses its sessions once if the policy drops them, and keeps the new ones")
  func drop() async throws {
    let (keychain, first, second) = (KeychainStandIn(), try Folder(), try Folder())
    try await app(keychain, first).write(record)
    #expect(try await app(keychain, first).read("a") == [1])
    #expect(try await app(keychain, second).read("a") == nil)
    #expect(keychain.items.isEmpty)
    try await app(keychain, second).write(record)
    #expect(try await app(keychain, second).keys(where: [:], after: nil, limit: nil) == ["a"])
  }

  @Test("loses nothing of another namespace or group")
  func others() async throws {
    let keychain = KeychainStandIn(groups: ["TEAM.app", group])
    let (first, second) = (try Folder(), try Folder())
    let other = try Records(
      keychain, namespace: "other", lockDirectory: first.path, group: .own("TEAM.app"))
    let shared = try Records(keychain, lockDirectory: first.path, group: .shared(group))
    for records in [other, shared, try app(keychain, first)] { try await records.write(record) }
    #expect(try await app(keychain, second).read("a") == nil)
    #expect(try await other.read("a") == [1])
    #expect(try await shared.read("a") == [1])
    // The marker of one namespace says nothing about another one.
    #expect(try await app(keychain, second, namespace: "other").read("a") == nil)
  }

  @Test("the first start of an extension leaves the app's session alone")
  func extensions() async throws {
    let keychain = KeychainStandIn(groups: ["TEAM.app", group])
    let container = try Folder()
    try await member(keychain, container).write(record)
    let widget = keychain.program(in: ["TEAM.widget", group])
    #expect(try await member(widget, container).read("a") == [1])
    #expect(try await member(keychain, container).read("a") == [1])
    // The container is deleted with the last program of the group.
    #expect(try await member(widget, Folder()).read("a") == nil)
  }

  @Test("a marker that does not belong to the access group is refused")
  func refused() async throws {
    let folder = try Folder()
    let own = InstallMarker(directory: folder.path, in: .app)
    let shared = InstallMarker(directory: folder.path, in: .accessGroup(group))
    let cases: [(KeychainAccessGroup, InstallMarker)] = [
      (.shared(group), own), (.standard, own), (.standard, shared), (.own("TEAM.app"), shared),
      (.shared("TEAM.other"), shared),
    ]
    for (group, marker) in cases {
      await expectError(.misused("reinstall", "")) {
        try Records(
          KeychainStandIn(), lockDirectory: folder.path, group: group,
          reinstall: .dropOnReinstall(marker: marker))
      }
    }
  }

  @Test("records that cannot be removed yet are removed later, and are not read before")
  func later() async throws {
    let (keychain, first, second) = (KeychainStandIn(), try Folder(), try Folder())
    try await app(keychain, first).write(record)
    for status in [KeychainStatus.interactionNotAllowed, .notAvailable] {
      keychain.fail(.delete, with: status)
      let error = await failure { _ = try await app(keychain, second).read("a") }
      #expect(error?.code == (status == .notAvailable ? .storeFailed : .storeLocked))
      #expect(keychain.items.count == 1)
    }
    #expect(try await app(keychain, second).read("a") == nil)
    #expect(keychain.items.isEmpty)
  }

  @Test("a marker that cannot be read removes nothing")
  func unseen() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    try await app(keychain, folder).write(record)
    let link = "\(try Folder().path)-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let records = try Records(
      keychain, lockDirectory: folder.path, group: .own("TEAM.app"),
      reinstall: .dropOnReinstall(marker: InstallMarker(directory: link, in: .app)))
    #expect(await failure { _ = try await records.read("a") }?.code == .storeFailed)
    #expect(try await app(keychain, folder).read("a") == [1])
  }

  @Test("an update that adds the policy can keep the sessions")
  func adopted() async throws {
    let (keychain, folder) = (KeychainStandIn(), try Folder())
    try await Records(keychain, lockDirectory: folder.path, group: .own("TEAM.app")).write(record)
    let records = try app(keychain, folder)
    try records.adoptInstallation()
    #expect(try await records.read("a") == [1])
  }

  @Test("programs that start for the first time concurrently lose nothing")
  func together() async throws {
    let keychain = KeychainStandIn(groups: [group])
    for round in 0..<20 {
      try await member(keychain, Folder()).write(StoredRecord(key: "stale", content: [9]))
      let container = try Folder()
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for number in 0..<8 {
          let records = try member(keychain.program(in: [group]), container)
          tasks.addTask {
            try await records.write(StoredRecord(key: "\(number)", content: [1]))
          }
        }
        try await tasks.waitForAll()
      }
      let keys = try await member(keychain, container).keys(where: [:], after: nil, limit: nil)
      #expect(keys == (0..<8).map { "\($0)" }, "round \(round)")
    }
  }
}
