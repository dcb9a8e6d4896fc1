// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@Suite("The id of an installation")
struct DeviceIdentityTests {
  private func idaas(_ device: DeviceIdentity, store: any TokenStore = MemoryTokenStore()) throws
    -> IDaaS
  {
    var configuration = try IDaaSConfiguration(domain: "https://tenant.example", clientID: "app")
    configuration.device = device
    return try IDaaS(configuration, store: store, transport: ScriptedTransport([]))
  }

  @Test("is random, and the same for as long as its records are there")
  func kept() async throws {
    let records = MemoryRecords()
    let first = try await idaas(.kept(in: records)).caller().device
    let second = try await idaas(.kept(in: records)).caller().device
    let elsewhere = try await idaas(.kept(in: MemoryRecords())).caller().device
    #expect(first == second)
    #expect(first != elsewhere)
    #expect(first.utf8.count >= 22)
    // It is stored with the sessions but is not listed as one.
    #expect(try await RecordTokenStore(records).sessions().isEmpty)
  }

  @Test("is one id for concurrent first requests")
  func parallel() async throws {
    let records = MemoryRecords()
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        let idaas = try idaas(.kept(in: records))
        group.addTask { try await idaas.caller().device }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
  }

  @Test("is that of the tenant's stored session, where no record keeps it")
  func withSessions() async throws {
    let world = try await IDaaSWorld.welcoming()
    _ = try await world.session()
    var configuration = try IDaaSConfiguration(domain: world.server.origin, clientID: "app")
    configuration.device = .withSessions
    let again = try IDaaS(configuration, store: world.store, transport: world.transport)
    #expect(try await again.caller().device == "device-1")
    configuration.device = .withSessions
    let fresh = try IDaaS(configuration, store: MemoryTokenStore(), transport: world.transport)
    let id = try await fresh.caller().device
    #expect(id != "device-1")
    #expect(try await fresh.caller().device == id)
  }

  @Test("is kept beside the sessions by default, before there is one", arguments: Stores.allCases)
  func byDefault(_ kind: Stores) async throws {
    let folder = try Folder()
    let first = try await usual(kind.store(folder)).caller().device
    let second = try await usual(kind.store(folder)).caller().device
    #expect(first == second)
    #expect(try await kind.store(folder).sessions().isEmpty)
    let other = try Folder()
    #expect(try await usual(kind.store(other)).caller().device != first)
  }

  /// The stores that outlive the program.
  enum Stores: CaseIterable {
    case files, system

    func store(_ folder: Folder) -> any TokenStore {
      switch self {
      case .files: FileTokenStore(directory: folder.path)
      case .system: SystemStore(folder: folder.path)
      }
    }
  }

  private func usual(_ store: any TokenStore) throws -> IDaaS {
    try IDaaS(
      IDaaSConfiguration(domain: "https://tenant.example", clientID: "app"), store: store,
      transport: ScriptedTransport([]))
  }

  @Test("that cannot be sent is refused before a request", arguments: ["", "a b", "ä"])
  func unusable(_ id: String) async throws {
    let idaas = try idaas(.fixed(id))
    #expect(await failure { try await idaas.areaCodes() }?.parameter == "device")
  }
}
