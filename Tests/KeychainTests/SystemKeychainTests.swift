// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import SecurityShim
import TestSupport

extension AppleKeychain {
  @Suite("store: .system")
  struct SystemKeychainTests {
    let folder: Folder
    let session: StoredSession

    init() throws {
      folder = try Folder()
      session = try SampleSession.make(name: "main")
    }

    /// The store of a Mac, which has two keychains.
    private func mac(
      _ options: KeychainOptions = KeychainOptions(), _ choice: StoreChoice = .auto
    ) -> SystemStore {
      SystemStore(
        folder: folder.path + "/home", choice: choice,
        services: SystemServices(
          keychains: SystemKeychains(
            dataProtection: SecItemKeychain(), login: SecItemKeychain(.login), options: options)))
    }

    private func options(_ change: (inout KeychainOptions) -> Void = { _ in }) -> KeychainOptions {
      var options = KeychainOptions()
      options.folder = folder.path + "/home"
      change(&options)
      return options
    }

    @Test("is the keychain, on this device and from the first unlock, and nothing else is written")
    func phone() async throws {
      let device = AppleKeychain.device()
      let store: SystemStore = .system(keychain: options())
      #expect(store.place.kind == "keychain")
      #expect(store.place.protection == .system)
      #expect(try await store.sessions().isEmpty)
      try await store.save(session)
      #expect(device.items.map(\.accessibility) == ["cku"])
      #expect(device.items.map(\.service) == ["coatcheck.system"])
      #expect(try folder.files().allSatisfy { !$0.hasSuffix(".json") })
      // The next start of the program.
      let next: SystemStore = .system(keychain: options())
      #expect(try await next.session(session.account)?.json == session.json)
    }

    @Test("takes class and access group as arguments")
    func arguments() async throws {
      let device = AppleKeychain.device(
        .phone, .init(keychainAccessGroups: ["TEAM.a", "TEAM.shared"]))
      let chosen = options {
        $0.group = .shared("TEAM.shared")
        $0.accessibility = .whenUnlocked
      }
      let store: SystemStore = .system(keychain: chosen)
      try await store.save(session)
      #expect(device.items.map(\.accessibility) == ["ak"])
      #expect(store.place.location.contains("access group TEAM.shared"))
      device.entitlements = .init(keychainAccessGroups: ["TEAM.extension", "TEAM.shared"])
      #expect(try await store.session(session.account) != nil)
      device.entitlements = .init(keychainAccessGroups: ["TEAM.a"])
      #expect(await failure { _ = try await store.sessions() }?.parameter == "group")
    }

    @Test(
      "after a restart the user is not signed out: locked until the first unlock, then as before")
    func reboot() async throws {
      let device = AppleKeychain.device()
      let isAvailable = Mutex(true)
      let chosen = options { $0.isProtectedDataAvailable = { isAvailable.withLock { $0 } } }
      let store = SystemStore(
        folder: folder.path + "/home",
        services: SystemServices(
          keychains: SystemKeychains(dataProtection: SecItemKeychain(), options: chosen)),
        environment: AppleKeychain.hasty)
      try await store.save(session)
      device.lock = .beforeFirstUnlock
      isAvailable.withLock { $0 = false }
      #expect(await failure { _ = try await store.session(session.account) }?.code == .storeLocked)
      #expect(await failure { _ = try await store.sessions() }?.errorClass == .storageUnavailable)
      device.lock = .unlocked
      isAvailable.withLock { $0 = true }
      #expect(try await store.session(session.account)?.json == session.json)
    }

    @Test("an app that is installed again finds its sessions, or none if the policy drops them")
    func reinstalled() async throws {
      let device = AppleKeychain.device(.phone, .init(keychainAccessGroups: ["TEAM.app"]))
      let first: SystemStore = .system(keychain: options())
      try await first.save(session)
      let (second, third) = (try Folder(), try Folder())
      let kept: SystemStore = .system(keychain: options { $0.folder = second.path })
      #expect(try await kept.sessions().count == 1)
      let dropping = options {
        $0.folder = third.path
        $0.group = .own("TEAM.app")
        $0.reinstall = .dropOnReinstall(marker: InstallMarker(directory: third.path, in: .app))
      }
      let dropped: SystemStore = .system(keychain: dropping)
      #expect(try await dropped.sessions().isEmpty)
      #expect(device.items.isEmpty)
    }

    @Test("on a Mac is the data protection keychain for a program with the entitlement")
    func entitled() async throws {
      let device = AppleKeychain.device(.mac)
      #expect(mac().place.kind == "undecided")
      try await mac().save(session)
      #expect(mac().place.kind == "keychain")
      #expect(device.loginItemCount == 0)
      // A program that lost the entitlement does not fall back to the login keychain.
      device.entitlements = .none
      #expect(await failure { _ = try await mac().session(session.account) }?.parameter == "group")
      #expect(await failure { try await mac().save(session) }?.parameter == "group")
      #expect(device.loginItemCount == 0)
    }

    @Test("on a Mac is the login keychain for a tool without the entitlement, which is recorded")
    func tool() async throws {
      let device = AppleKeychain.device(.mac, .none)
      try await mac().save(session)
      #expect(mac().place.kind == "login-keychain")
      #expect(mac().place.location.contains("login keychain"))
      #expect(device.loginItemCount == 1)
      #expect(
        folder.read("home/store.json").map { String(decoding: $0, as: UTF8.self) }?
          .contains("login-keychain") == true)
      // A build with the entitlement continues to use the recorded keychain.
      device.entitlements = .init()
      #expect(try await mac().session(session.account)?.json == session.json)
      #expect(mac().place.kind == "login-keychain")
      try await mac().remove(session.account)
      #expect(device.loginItemCount == 0)
    }

    @Test(
      "a tool that is installed again finds nothing in the login keychain, if the policy drops it")
    func removedTool() async throws {
      let device = AppleKeychain.device(.mac, .none)
      let second = try Folder()
      func records(_ folder: Folder) throws -> Records {
        try Records(
          SecItemKeychain(.login), lockDirectory: folder.path, group: .own("TEAM.app"),
          reinstall: .dropOnReinstall(marker: InstallMarker(directory: folder.path, in: .app)))
      }
      for key in ["a", "b", "c"] {
        try await records(folder).write(StoredRecord(key: key, content: [1]))
      }
      #expect(device.loginItemCount == 3)
      #expect(try await records(second).read("a") == nil)
      #expect(device.loginItemCount == 0)
    }

    @Test(
      "sessions with the presence or group option are never put into the login keychain")
    func noDowngrade() async throws {
      let device = AppleKeychain.device(.mac, .none)
      for change: @Sendable (inout KeychainOptions) -> Void in [
        { $0.presence = .biometry }, { $0.group = .shared("TEAM.shared") },
      ] {
        let error = await failure { try await mac(options(change)).save(session) }
        #expect(error?.parameter == "group")
        #expect(error?.errorClass == .configuration)
      }
      try await mac().save(session)
      let guarded = options { $0.presence = .any }
      #expect(await failure { try await mac(guarded).save(session) }?.parameter == "presence")
      #expect(device.loginItemCount == 1)
    }

    @Test("on a Mac the sessions can be moved from one keychain to the other")
    func moved() async throws {
      let device = AppleKeychain.device(.mac, .none)
      try await mac().save(session)
      device.entitlements = .init()
      let report = try await mac().move(to: .keychain)
      #expect(report.isComplete)
      #expect(mac().place.kind == "keychain")
      #expect(device.loginItemCount == 0)
      #expect(try await mac().session(session.account)?.json == session.json)
    }

    @Test("a choice that this system does not have is an error")
    func otherChoices() async throws {
      _ = AppleKeychain.device()
      let phone: SystemStore = .system(.loginKeychain, keychain: options())
      #expect(await failure { try await phone.save(session) }?.code == .storeFailed)
      let auto: SystemStore = .system(keychain: options())
      let moved = await failure { _ = try await auto.move(to: .keychain) }
      #expect(moved?.parameter == "choice")
      for name in ["keychain", "login-keychain"] {
        #expect(try StoreChoice(named: name, consent: nil).name == name)
      }
    }

    @Test(
      "keeps the contract on a Mac without the entitlement", arguments: TokenStoreContract.checks)
    func contract(_ check: TokenStoreContract.Check) async throws {
      _ = AppleKeychain.device(.mac, .none)
      try await check.run(in: .init { mac() })
    }
  }
}
