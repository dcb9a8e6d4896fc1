// SPDX-License-Identifier: Apache-2.0

import LocalAuthenticationShim
import SecurityShim
import TestSupport

extension AppleKeychain {
  /// The rules of the four keychain calls that a store depends on, as the stand-in implements them.
  @Suite("The keychain's rules")
  struct RuleTests {
    /// Calls on a device, and their expected statuses.
    struct Rule: Sendable {
      let statuses: [OSStatus]
      let calls: @Sendable (KeychainDevice) -> [OSStatus]

      init(_ statuses: OSStatus..., calls: @escaping @Sendable (KeychainDevice) -> [OSStatus]) {
        self.statuses = statuses
        self.calls = calls
      }
    }

    static let ok = errSecSuccess

    static func base(_ more: [String: Any]) -> [String: Any] {
      ["class": "genp", "svce": "s", "acct": "a"].merging(more) { _, new in new }
    }
    static func add(_ more: [String: Any] = [:]) -> OSStatus {
      let values = ["v_Data": Data([1])].merging(base(more)) { _, new in new }
      return SecItemAdd(values as CFDictionary, nil)
    }
    static func copy(_ more: [String: Any] = [:]) -> (status: OSStatus, result: CFTypeRef?) {
      var result: CFTypeRef?
      let status = SecItemCopyMatching(base(more) as CFDictionary, &result)
      return (status, result)
    }
    static func update(_ query: [String: Any] = [:], to change: [String: Any]) -> OSStatus {
      SecItemUpdate(base(query) as CFDictionary, change as CFDictionary)
    }
    static func delete(_ more: [String: Any] = [:]) -> OSStatus {
      SecItemDelete(base(more) as CFDictionary)
    }
    static var change: [String: Any] { ["v_Data": Data([2])] }
    static var data: [String: Any] { ["r_Data": true] }

    static let identity: [Case<Rule>] = [
      Case(
        "an item is the only one with its key",
        Rule(ok, errSecDuplicateItem) { _ in [add(), add()] }),
      Case(
        "service, account, group and whether it is synchronized are the key",
        Rule(ok, ok, ok, ok, ok) { device in
          device.entitlements.appGroups = ["group.x"]
          return [
            add(), add(["svce": "t"]), add(["acct": "b"]), add(["agrp": "group.x"]),
            add(["sync": true, "pdmn": "ck"]),
          ]
        }),
      Case(
        "an update into the key of another item is refused",
        Rule(ok, ok, errSecDuplicateItem) { _ in
          [add(), add(["acct": "b"]), update(["acct": "b"], to: ["acct": "a"])]
        }),
      Case(
        "a missing item is not found by copy, update and delete",
        Rule(errSecItemNotFound, errSecItemNotFound, errSecItemNotFound) { _ in
          [copy().status, update(to: change), delete()]
        }),
      Case(
        "a call is for items that are not synchronized, unless it says otherwise",
        Rule(ok, errSecItemNotFound, errSecItemNotFound, ok, ok) { _ in
          [
            add(["sync": true, "pdmn": "ck"]), copy().status, copy(["sync": false]).status,
            copy(["sync": true]).status, copy(["sync": "syna"]).status,
          ]
        }),
      Case(
        "an item of a this-device-only class cannot be synchronized",
        Rule(errSecParam, errSecParam) { _ in
          let control = SecAccessControlCreateWithFlags(nil, "ck" as NSString, .userPresence, nil)
          return [
            add(["sync": true, "pdmn": "cku"]), add(["sync": true, "accc": control as Any]),
          ]
        }),
      Case(
        "a value of more than 32 KiB is kept",
        Rule(ok) { _ in [add(["v_Data": Data(count: 40_000)])] }),
    ]

    static let parameters: [Case<Rule>] = [
      Case("an unknown key", Rule(errSecParam) { _ in [add(["unknown": 1])] }),
      Case("a value of a wrong type", Rule(errSecParam) { _ in [add(["acct": 1])] }),
      Case("a flag that is a string", Rule(errSecParam) { _ in [copy(["r_Data": "true"]).status] }),
      Case(
        "a missing class",
        Rule(errSecParam) { _ in [SecItemDelete(["svce": "s"] as [String: Any] as CFDictionary)] }),
      Case(
        "a requested result without a pointer for it",
        Rule(errSecParam) { _ in [SecItemCopyMatching(base(data) as CFDictionary, nil)] }),
      Case("a result of an update", Rule(errSecParam) { _ in [update(data, to: change)] }),
      Case(
        "a limit in an update or in an add",
        Rule(errSecParam, errSecParam) { _ in
          [update(["m_Limit": "m_LimitAll"], to: change), add(["m_Limit": "m_LimitOne"])]
        }),
      Case(
        "the limit “one” in a delete, which accepts “all”",
        Rule(ok, errSecParam, ok) { _ in
          [add(), delete(["m_Limit": "m_LimitOne"]), delete(["m_Limit": "m_LimitAll"])]
        }),
      Case(
        "a class beside an access control of another class",
        Rule(errSecParam) { _ in
          let control = SecAccessControlCreateWithFlags(nil, "ck" as NSString, .userPresence, nil)
          return [add(["accc": control as Any, "pdmn": "ak"])]
        }),
    ]

    static let groups: [Case<Rule>] = [
      Case(
        "a program without any group",
        Rule(-34018, -34018, -34018, -34018) { device in
          device.entitlements = .none
          return [add(), copy().status, update(to: change), delete()]
        }),
      Case(
        "a program that names a group it does not have",
        Rule(-34018, -34018, -34018, -34018) { _ in
          let group = ["agrp": "OTHER"]
          return [add(group), copy(group).status, update(group, to: change), delete(group)]
        }),
      Case(
        "an item is added to the first keychain group, and to no other",
        Rule(ok, ok, errSecItemNotFound) { device in
          device.entitlements = .init(keychainAccessGroups: ["TEAM.first"], appGroups: ["group.x"])
          return [add(), copy(["agrp": "TEAM.first"]).status, copy(["agrp": "TEAM.app"]).status]
        }),
      Case(
        "the other calls search all groups",
        Rule(ok, ok, ok, ok) { device in
          device.entitlements.appGroups = ["group.x"]
          return [add(["agrp": "group.x"]), copy().status, update(to: change), delete()]
        }),
    ]

    static let locks: [Case<Rule>] = [
      Case(
        "the default class requires an unlocked device",
        Rule(ok, errSecInteractionNotAllowed) { device in
          let added = add()
          device.lock = .locked
          return [added, copy(data).status]
        }),
      Case(
        "one item that cannot be opened fails a list",
        Rule(ok, ok, errSecInteractionNotAllowed) { device in
          let added = [add(["acct": "a", "pdmn": "cku"]), add(["acct": "b", "pdmn": "aku"])]
          device.lock = .locked
          let list = ["class": "genp", "svce": "s", "m_Limit": "m_LimitAll", "r_Attributes": true]
          var result: CFTypeRef?
          return added + [SecItemCopyMatching(list as [String: Any] as CFDictionary, &result)]
        }),
      Case(
        "the attributes of a locked item cannot be read either",
        Rule(ok, errSecInteractionNotAllowed) { device in
          let added = add(["pdmn": "ak"])
          device.lock = .locked
          return [added, copy(["r_Attributes": true]).status]
        }),
      Case(
        "an item of an after-first-unlock class can be read on a locked device",
        Rule(ok, ok, ok, errSecInteractionNotAllowed) { device in
          let added = add(["pdmn": "cku"])
          device.lock = .locked
          let locked = [copy(data).status, update(to: change)]
          device.lock = .beforeFirstUnlock
          return [added] + locked + [copy(data).status]
        }),
      Case(
        "a locked item can be removed",
        Rule(ok, ok) { device in
          let added = add()
          device.lock = .beforeFirstUnlock
          return [added, delete()]
        }),
      Case(
        "the passcode class requires a passcode",
        Rule(errSecAuthFailed) { device in
          device.removePasscode()
          return [add(["pdmn": "akpu"])]
        }),
      Case(
        "a damaged item is skipped, and makes room for a new one",
        Rule(ok, errSecItemNotFound, errSecItemNotFound, ok, ok) { device in
          let added = add()
          device.damage(account: "a")
          return [added, copy().status, update(to: change), add(), copy().status]
        }),
      Case(
        "an item of the passcode class is removed with the passcode",
        Rule(ok, ok, errSecItemNotFound) { device in
          let added = add(["pdmn": "akpu"])
          let found = copy().status
          device.removePasscode()
          return [added, found, copy().status]
        }),
      Case(
        "an item for the current faces and fingers is lost when another one is enrolled",
        Rule(ok, ok, errSecItemNotFound) { device in
          let control = SecAccessControlCreateWithFlags(
            nil, "cku" as NSString, .biometryCurrentSet, nil)
          let added = add(["accc": control as Any])
          let found = copy(data).status
          device.enrolAnotherFinger()
          return [added, found, copy(data).status]
        }),
      Case(
        "a keychain with a pending upgrade reports it until an unlock",
        Rule(ok, -34019, ok) { device in
          let added = add(["pdmn": "cku"])
          device.updateSystem()
          device.lock = .beforeFirstUnlock
          let pending = copy().status
          device.lock = .unlocked
          return [added, pending, copy().status]
        }),
      Case(
        "a context that forbids interaction",
        Rule(ok, errSecInteractionNotAllowed, ok) { _ in
          let control = SecAccessControlCreateWithFlags(nil, "cku" as NSString, .userPresence, nil)
          let context = LAContext()
          context.interactionNotAllowed = true
          return [
            add(["accc": control as Any]), copy(["r_Data": true, "u_AuthCtx": context]).status,
            copy(data).status,
          ]
        }),
    ]

    static let mac: [Case<Rule>] = [
      Case(
        "the login keychain needs no entitlement, the other one does",
        Rule(ok, -34018) { device in
          device.entitlements = .none
          return [add(), add(["nleg": true])]
        }),
      Case(
        "the login keychain ignores groups and classes",
        Rule(ok, ok) { device in
          let added = add(["agrp": "OTHER", "pdmn": "akpu"])
          device.lock = .locked
          return [added, copy(["agrp": "MORE"]).status]
        }),
      Case(
        "the login keychain removes one of several items unless all are requested",
        Rule(ok, ok, ok, ok, errSecItemNotFound) { _ in
          let all: [String: Any] = ["class": "genp", "svce": "s"]
          return [
            add(["acct": "a"]), add(["acct": "b"]), SecItemDelete(all as CFDictionary),
            SecItemDelete(all.merging(["m_Limit": "m_LimitAll"]) { $1 } as CFDictionary),
            SecItemDelete(all as CFDictionary),
          ]
        }),
    ]

    @Test("identify an item by its key", arguments: identity)
    func items(_ rule: Case<Rule>) { check(rule.value, .phone) }

    @Test("refuse a wrong parameter", arguments: parameters)
    func wrong(_ rule: Case<Rule>) { check(rule.value, .phone) }

    @Test("require entitlements for access groups", arguments: groups)
    func entitlements(_ rule: Case<Rule>) { check(rule.value, .phone) }

    @Test("restrict which items can be opened", arguments: locks)
    func opening(_ rule: Case<Rule>) { check(rule.value, .phone) }

    @Test("distinguish the two keychains of a Mac", arguments: mac)
    func twoKeychains(_ rule: Case<Rule>) { check(rule.value, .mac) }

    private func check(_ rule: Rule, _ system: KeychainDevice.System) {
      #expect(rule.calls(AppleKeychain.device(system)) == rule.statuses)
    }

    @Test("return one item without a limit, and always a list with the limit “all”")
    func results() {
      _ = AppleKeychain.device()
      #expect(Self.add() == errSecSuccess)
      #expect(Self.copy(["r_Data": true]).result is NSData)
      #expect(Self.copy(["r_Attributes": true]).result is NSDictionary)
      let both = Self.copy(["r_Attributes": true, "r_Data": true]).result as? [String: Any]
      #expect(both?["v_Data"] as? Data == Data([1]))
      #expect(both?["pdmn"] as? String == "ak")
      #expect(Self.copy().result == nil)
      let all = Self.copy(["r_Attributes": true, "m_Limit": "m_LimitAll"]).result
      #expect((all as? [[String: Any]])?.count == 1)
    }
  }
}
