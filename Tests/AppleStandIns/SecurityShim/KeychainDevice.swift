// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A device with a keychain, as a test scripts it. The four calls of Security reach the one that is ``current``.
///
/// What it does is written from Apple's documentation and sources, and was never compared with a device.
public final class KeychainDevice: @unchecked Sendable {
  /// Whether the device can be read.
  public enum Lock: String, Sendable, CaseIterable { case beforeFirstUnlock, locked, unlocked }
  /// Which keychains there are: a Mac has a second one, of the login.
  public enum System: String, Sendable { case phone, mac }
  /// What the user does when the prompt appears.
  public enum Answer: String, Sendable { case approves, denies, isNotRecognized }

  /// The groups of the program that calls.
  public struct Entitlements: Sendable {
    /// The entitlement `keychain-access-groups`.
    public var keychainAccessGroups: [String]
    /// The entitlement `application-identifier`.
    public var applicationIdentifier: String?
    /// The app groups, each of which is an access group.
    public var appGroups: [String]

    /// Makes one.
    public init(
      keychainAccessGroups: [String] = [], applicationIdentifier: String? = "TEAM.app",
      appGroups: [String] = []
    ) {
      self.keychainAccessGroups = keychainAccessGroups
      self.applicationIdentifier = applicationIdentifier
      self.appGroups = appGroups
    }

    /// Those of a program that was not signed for them: a tool, or a test without a host.
    public static let none = Entitlements(applicationIdentifier: nil)

    /// The groups in the order of the system: the first one is that of new items.
    var groups: [String] {
      keychainAccessGroups + [applicationIdentifier].compactMap { $0 } + appGroups
    }
  }

  nonisolated(unsafe) private static var installed = KeychainDevice()
  private static let installing = NSLock()

  /// The device that the calls reach.
  public static var current: KeychainDevice {
    get { installing.withLock { installed } }
    set { installing.withLock { installed = newValue } }
  }

  /// A device that is unlocked and has a passcode and a finger.
  public init(_ system: System = .phone, entitlements: Entitlements = Entitlements()) {
    self.system = system
    self.entitlements = entitlements
  }

  let system: System
  private let condition = NSCondition()
  private var hooks: [KeychainCall: [@Sendable (KeychainDevice) -> Void]] = [:]
  private var blocked: Set<KeychainCall> = []
  private var counts: [KeychainCall: Int] = [:]
  private var failures: [(call: KeychainCall, status: OSStatus)] = []

  // The state; only touched with the lock taken.
  var rows: [KeychainRow] = []
  var loginRows: [KeychainRow] = []
  var hasPasscode = true
  var isUpgradePending = false
  var enrolment = 1
  private var lockState = Lock.unlocked
  private var groupsOfProgram = Entitlements()
  private var userAnswer = Answer.approves
  private var promptTexts: [String] = []

  private func with<Value>(_ body: () -> Value) -> Value {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  /// Whether the device can be read.
  public var lock: Lock {
    get { with { lockState } }
    set {
      with {
        lockState = newValue
        // The keychain is moved to its new form at the first unlock after the update.
        if newValue == .unlocked { isUpgradePending = false }
      }
    }
  }

  /// The groups of the program that calls.
  public var entitlements: Entitlements {
    get { with { groupsOfProgram } }
    set { with { groupsOfProgram = newValue } }
  }

  /// What the user does when a prompt appears.
  public var answer: Answer {
    get { with { userAnswer } }
    set { with { userAnswer = newValue } }
  }

  /// The sentences of the prompts that appeared.
  public var prompts: [String] { with { promptTexts } }

  /// An update of the system has not moved the keychain yet: it waits for an unlock.
  public func updateSystem() { with { isUpgradePending = true } }

  /// The user takes the passcode away: what needed one is gone.
  public func removePasscode() {
    with {
      hasPasscode = false
      rows.removeAll { $0.accessibility == "akpu" }
    }
  }

  /// The user enrols another finger: what was bound to those before is gone.
  public func enrolAnotherFinger() {
    with { enrolment += 1 }
  }

  /// Damages the items of an account: they are skipped, and the daemon removes them later.
  public func damage(account: String) {
    with {
      for index in rows.indices where rows[index].attributes["acct"] as? String == account {
        rows[index].isDamaged = true
      }
    }
  }

  /// Does something right before the next call of this kind, as another process would.
  public func before(_ call: KeychainCall, _ body: @escaping @Sendable (KeychainDevice) -> Void) {
    with { hooks[call, default: []].append(body) }
  }

  /// Makes the next call of this kind fail; nothing is done then.
  public func fail(_ call: KeychainCall, with status: OSStatus) {
    with { failures.append((call, status)) }
  }

  /// Lets calls of this kind block until ``release()``.
  public func block(_ call: KeychainCall) { with { _ = blocked.insert(call) } }

  /// Lets all calls return.
  public func release() {
    with {
      blocked = []
      condition.broadcast()
    }
  }

  /// How often a call was made.
  public func count(of call: KeychainCall) -> Int { with { counts[call] ?? 0 } }

  /// The services and accounts of all items, and their classes.
  public var items: [(service: String, account: String, accessibility: String, size: Int)] {
    with {
      (rows + loginRows).map {
        (
          $0.attributes["svce"] as? String ?? "", $0.attributes["acct"] as? String ?? "",
          $0.accessibility, ($0.attributes["v_Data"] as? Data)?.count ?? 0
        )
      }
    }
  }

  /// How many items the login keychain of a Mac has.
  public var loginItemCount: Int { with { loginRows.count } }

  /// Whether the bytes of any item contain the text.
  public func holds(_ text: String, where isMeant: (_ isGuarded: Bool) -> Bool = { _ in true })
    -> Bool
  {
    with {
      (rows + loginRows).contains { row in
        let data = row.attributes["v_Data"] as? Data ?? Data()
        return isMeant(row.control != nil) && data.range(of: Data(text.utf8)) != nil
      }
    }
  }

  func perform(_ call: KeychainCall, _ body: (KeychainDevice) -> OSStatus) -> OSStatus {
    let before: [@Sendable (KeychainDevice) -> Void] = with {
      counts[call, default: 0] += 1
      while blocked.contains(call) { condition.wait() }
      defer { hooks[call] = nil }
      return hooks[call] ?? []
    }
    for hook in before { hook(self) }
    return with {
      if let index = failures.firstIndex(where: { $0.call == call }) {
        return failures.remove(at: index).status
      }
      return body(self)
    }
  }

  // MARK: For the rules, with the lock taken

  var groups: [String] { groupsOfProgram.groups }

  /// Whether items of this class can be opened now.
  func opens(_ accessibility: String) -> Bool {
    switch accessibility {
    case "ck", "cku": lockState != .beforeFirstUnlock
    default: lockState == .unlocked
    }
  }

  /// Asks the user, if that is allowed; the status is that of the call.
  func prompt(_ request: KeychainRequest) -> OSStatus {
    guard hasPasscode else { return errSecAuthFailed }
    guard request.context?.interactionNotAllowed != true, request.context?.isInvalidated != true
    else {
      return errSecInteractionNotAllowed
    }
    promptTexts.append(request.context?.localizedReason ?? "")
    switch userAnswer {
    case .approves: return errSecSuccess
    case .denies: return errSecUserCanceled
    case .isNotRecognized: return errSecAuthFailed
    }
  }

  func isLocked() -> Bool { lockState != .unlocked }
}
