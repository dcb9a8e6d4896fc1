// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import Synchronization

/// A stand-in for a device's keychain, for tests on systems without one.
///
/// It does what Apple documents, as far as a store depends on it:
/// - An item is identified by its service, account and access group; adding a second one returns
///   `duplicateItem`.
/// - A program can access the items of its access groups, and adds to the first group unless it names
///   another. A group that it does not belong to gives `missingEntitlement`.
/// - While the device is locked, an item whose class requires an unlocked device can be neither read nor
///   written: `interactionNotAllowed`. Its attributes are encrypted as well, so that one such item makes a
///   whole list fail; it can be removed. Before the first unlock nothing can be read, written or listed.
/// - An item that requires the user's presence is read only with a prompt, which the user approves.
/// - Items stay when the program is removed; those of the passcode's class are removed with the passcode,
///   and those of this device are not in a backup.
///
/// Where Apple's documentation leaves something open, the stand-in is strict. It was not compared with a
/// real keychain, and does not show how one behaves.
public final class KeychainStandIn: SecItemCalls {
  /// The state of the device.
  public enum Device: String, Sendable, Hashable, CaseIterable {
    /// It was started and not unlocked since.
    case beforeFirstUnlock = "before first unlock"
    /// It was unlocked since its start, and is locked now.
    case locked
    /// It is unlocked.
    case unlocked
  }

  /// The four keychain functions.
  public enum Call: String, Sendable, Hashable, CaseIterable {
    /// `SecItemAdd`
    case add
    /// `SecItemCopyMatching`
    case copyMatching
    /// `SecItemUpdate`
    case update
    /// `SecItemDelete`
    case delete
  }

  private let groups: [String]
  private let disk: KeychainDisk

  /// Creates the keychain of a new device, which is unlocked and has a passcode.
  ///
  /// - Parameter groups: The access groups of the program; items are added to the first one by default.
  public convenience init(groups: [String] = ["TEAM.app"]) {
    self.init(groups, KeychainDisk())
  }

  private init(_ groups: [String], _ disk: KeychainDisk) {
    self.groups = groups
    self.disk = disk
  }

  /// The same keychain as another program of the device sees it.
  ///
  /// - Parameter groups: The access groups of that program.
  public func program(in groups: [String]) -> KeychainStandIn { KeychainStandIn(groups, disk) }

  /// Sets the state of the device.
  public func device(is state: Device) { disk.state.withLock { $0.device = state } }

  /// Removes the passcode, and the items that exist only while there is one.
  public func removePasscode() {
    disk.state.withLock { state in
      state.hasPasscode = false
      state.items = state.items.filter { $0.accessibility != .whenPasscodeSetThisDeviceOnly }
    }
  }

  /// The keychain of another device, to which a backup of this one was restored. It has only the items that
  /// are not bound to this device.
  public func restoredElsewhere() -> KeychainStandIn {
    let new = KeychainDisk()
    let items = disk.state.withLock(\.items)
    new.state.withLock { state in
      state.items = items.filter { [.whenUnlocked, .afterFirstUnlock].contains($0.accessibility) }
    }
    return KeychainStandIn(groups, new)
  }

  /// Makes one call of a function fail; it changes nothing then.
  ///
  /// - Parameters:
  ///   - call: The function that fails.
  ///   - status: The status that it returns.
  ///   - number: The number of the call that fails, counted from now and from 1.
  public func fail(_ call: Call, with status: KeychainStatus, onCall number: Int = 1) {
    disk.state.withLock { state in
      state.faults.append((call, (state.calls[call] ?? 0) + number, status))
    }
  }

  /// The number of calls of a function so far, also of those that failed.
  public func calls(of call: Call) -> Int { disk.state.withLock { $0.calls[call] ?? 0 } }

  /// All items in the keychain, of all access groups.
  public var items: [KeychainItem] { disk.state.withLock(\.items) }

  /// Adds an item.
  public func add(_ item: KeychainItem) -> KeychainStatus {
    disk.state.withLock { state in
      if let status = state.count(.add) { return status }
      guard let group = item.accessGroup ?? groups.first, groups.contains(group) else {
        return .missingEntitlement
      }
      var item = item
      item.accessGroup = group
      guard !state.items.contains(where: { item.isSame(as: $0) }) else { return .duplicateItem }
      let needsPasscode =
        item.accessibility == .whenPasscodeSetThisDeviceOnly || item.presence != nil
      guard !needsPasscode || state.hasPasscode else { return .authFailed }
      guard state.opens(item.accessibility) else { return .interactionNotAllowed }
      state.items.append(item)
      return .success
    }
  }

  /// Finds items.
  public func copyMatching(
    _ query: KeychainQuery
  ) -> (status: KeychainStatus, items: [KeychainItem]) {
    disk.state.withLock { state in
      if let status = state.count(.copyMatching) { return (status, []) }
      if let refusal = refusal(query) { return (refusal, []) }
      guard state.device != .beforeFirstUnlock else { return (.interactionNotAllowed, []) }
      var found = state.items.filter { fits($0, query) }
      if query.wanted == .content { found = Array(found.prefix(1)) }
      guard found.allSatisfy({ state.opens($0.accessibility) }) else {
        return (.interactionNotAllowed, [])
      }
      // A list never prompts: items that would need a prompt are left out.
      if query.wanted == .attributes { found.removeAll { $0.presence != nil } }
      guard let first = found.first else { return (.itemNotFound, []) }
      if query.wanted == .content {
        guard first.presence == nil || query.prompt != nil else {
          return (.interactionNotAllowed, [])
        }
        return (.success, [first])
      }
      for index in found.indices { found[index].content = nil }
      return (.success, found)
    }
  }

  /// Changes items.
  public func update(_ query: KeychainQuery, _ change: KeychainChange) -> KeychainStatus {
    disk.state.withLock { state in
      if let status = state.count(.update) { return status }
      if let refusal = refusal(query) { return refusal }
      guard state.device != .beforeFirstUnlock else { return .interactionNotAllowed }
      let found = state.items.indices.filter { fits(state.items[$0], query) }
      guard !found.isEmpty else { return .itemNotFound }
      for index in found {
        let classes = [state.items[index].accessibility, change.accessibility].compactMap(\.self)
        guard classes.allSatisfy(state.opens) else { return .interactionNotAllowed }
      }
      for index in found {
        state.items[index].content = change.content
        state.items[index].label = change.label
        if let accessibility = change.accessibility {
          state.items[index].accessibility = accessibility
        }
      }
      return .success
    }
  }

  /// Removes items.
  public func delete(_ query: KeychainQuery) -> KeychainStatus {
    disk.state.withLock { state in
      if let status = state.count(.delete) { return status }
      if let refusal = refusal(query) { return refusal }
      let rest = state.items.filter { !fits($0, query) }
      guard rest.count < state.items.count else { return .itemNotFound }
      state.items = rest
      return .success
    }
  }

  private func refusal(_ query: KeychainQuery) -> KeychainStatus? {
    query.accessGroup.map(groups.contains) ?? true ? nil : .missingEntitlement
  }

  private func fits(_ item: KeychainItem, _ query: KeychainQuery) -> Bool {
    item.service == query.service && query.account.map { $0 == item.account } ?? true
      && query.accessGroup.map { $0 == item.accessGroup } ?? true
      && item.accessGroup.map(groups.contains) ?? false
  }
}

/// The keychain of a device, which its programs share.
private final class KeychainDisk: Sendable {
  struct State {
    var device = KeychainStandIn.Device.unlocked
    var hasPasscode = true
    var items: [KeychainItem] = []
    var calls: [KeychainStandIn.Call: Int] = [:]
    var faults: [(call: KeychainStandIn.Call, number: Int, status: KeychainStatus)] = []

    /// Counts a call, and returns its fault, if one is planned.
    mutating func count(_ call: KeychainStandIn.Call) -> KeychainStatus? {
      calls[call, default: 0] += 1
      return faults.first { $0.call == call && $0.number == calls[call] }?.status
    }

    /// Whether an item of this class is accessible now.
    func opens(_ accessibility: KeychainAccessibility) -> Bool {
      switch accessibility.effective {
      case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: device != .beforeFirstUnlock
      default: device == .unlocked
      }
    }
  }

  let state = Mutex(State())
}

extension KeychainItem {
  fileprivate func isSame(as other: KeychainItem) -> Bool {
    service == other.service && account == other.account && accessGroup == other.accessGroup
  }
}
