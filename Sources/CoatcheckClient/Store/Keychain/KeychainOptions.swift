// SPDX-License-Identifier: Apache-2.0

/// How `store: .system` keeps sessions in the keychain of Apple's systems. On other systems only ``folder``
/// is used.
///
/// ```swift
/// var options = KeychainOptions(group: .shared("TEAM.group.example"))
/// options.folder = container.path + "/coatcheck"
/// let client = Client(of: provider, id: "app", store: .system(keychain: options))
/// ```
public struct KeychainOptions: Sendable {
  /// Which programs share the sessions.
  public var group: KeychainAccessGroup
  /// When a session that is stored for the first time can be read. A stored session keeps its class.
  public var accessibility: KeychainAccessibility
  /// What the user has to do before a refresh token is read; nil for nothing.
  public var presence: KeychainPresence?
  /// What becomes of the sessions when the app was removed and installed again.
  public var reinstall = ReinstallPolicy.keepAcrossReinstall
  /// Whether protected data can be read now, as ``KeychainRecords/isProtectedDataAvailable``: called on any
  /// thread, and true unless given.
  public var isProtectedDataAvailable: @Sendable () -> Bool = { true }
  /// The path of the folder for locks, and for what a Mac remembers; nothing secret is in it. For a shared
  /// access group it is in the container that all its programs reach. Nil for a folder of this app alone.
  public var folder: String?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - group: Which programs share the sessions; the default group of the app unless given.
  ///   - accessibility: When they can be read; from the first unlock and on this device only, unless given.
  ///   - presence: What the user has to do before a refresh token is read; nothing, unless given.
  public init(
    group: KeychainAccessGroup = .standard,
    accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly,
    presence: KeychainPresence? = nil
  ) {
    self.group = group
    self.accessibility = accessibility
    self.presence = presence
  }
}
