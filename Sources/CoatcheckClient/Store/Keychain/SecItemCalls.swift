// SPDX-License-Identifier: Apache-2.0

/// An item of a keychain: a generic password.
public struct KeychainItem: Sendable, Hashable {
  /// What the item is for (`kSecAttrService`).
  public var service: String
  /// Which of the service's items it is (`kSecAttrAccount`).
  public var account: String
  /// Which programs share it (`kSecAttrAccessGroup`); nil for the program's default group.
  public var accessGroup: String?
  /// When it can be read (`kSecAttrAccessible`).
  public var accessibility: KeychainAccessibility
  /// The label that keychain viewers display (`kSecAttrLabel`).
  public var label: String
  /// The secret (`kSecValueData`); nil where only the attributes were requested.
  public var content: [UInt8]?
  /// What the user has to do before the secret is read (`kSecAttrAccessControl`); nil for nothing.
  public var presence: KeychainPresence?

  /// Creates an item that is not behind the user's presence.
  ///
  /// - Parameters:
  ///   - service: What the item is for (`kSecAttrService`).
  ///   - account: Which of the items of the service it is (`kSecAttrAccount`).
  ///   - accessGroup: Which programs share it (`kSecAttrAccessGroup`); nil for the default group of the
  ///     program.
  ///   - accessibility: When it can be read (`kSecAttrAccessible`).
  ///   - label: The label that keychain viewers display (`kSecAttrLabel`).
  ///   - content: The secret (`kSecValueData`); nil where only the attributes were requested.
  public init(
    service: String, account: String, accessGroup: String? = nil,
    accessibility: KeychainAccessibility, label: String = "", content: [UInt8]?
  ) {
    self.service = service
    self.account = account
    self.accessGroup = accessGroup
    self.accessibility = accessibility
    self.label = label
    self.content = content
  }
}

/// Which items of a keychain are searched for, and what is wanted of them.
public struct KeychainQuery: Sendable, Hashable {
  /// What is wanted of the items.
  public enum Wanted: Sendable, Hashable {
    /// Everything but the secret, of all items that match.
    case attributes
    /// The secret too, of one item.
    case content
  }

  /// The items' service.
  public var service: String
  /// The item's account; nil for all of the service.
  public var account: String?
  /// The items' access group; nil for all groups that the program belongs to.
  public var accessGroup: String?
  /// What is wanted of them.
  public var wanted: Wanted
  /// The sentence of the prompt, where an item is behind the user's presence; nil where none may appear.
  public var prompt: String?

  /// Creates a query, for which no prompt may appear.
  ///
  /// - Parameters:
  ///   - service: The service of the items.
  ///   - account: The account of the item; nil for all of the service.
  ///   - accessGroup: The access group of the items; nil for all groups that the program belongs to.
  ///   - wanted: Whether the secret is wanted too, of one item.
  public init(
    service: String, account: String? = nil, accessGroup: String? = nil,
    wanted: Wanted = .attributes
  ) {
    self.service = service
    self.account = account
    self.accessGroup = accessGroup
    self.wanted = wanted
  }
}

/// What is changed of an item.
public struct KeychainChange: Sendable, Hashable {
  /// The new secret.
  public var content: [UInt8]
  /// The new label.
  public var label: String
  /// When the item can be read from now on; nil for as before.
  public var accessibility: KeychainAccessibility?

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - content: The new secret.
  ///   - label: The new label.
  ///   - accessibility: When the item can be read from now on; nil for as before.
  public init(content: [UInt8], label: String, accessibility: KeychainAccessibility? = nil) {
    self.content = content
    self.label = label
    self.accessibility = accessibility
  }
}

/// The four calls of a keychain. They may take long; ``KeychainRecords`` gives each a thread of its
/// own.
///
/// Items are never synchronized to other devices of the user: a refresh token that two devices use
/// is taken for stolen.
///
/// [Keychain services](https://developer.apple.com/documentation/security/keychain-services)
public protocol SecItemCalls: Sendable {
  /// What to call it in a sentence: `keychain`, unless given.
  var name: String { get }
  /// Adds an item (`SecItemAdd`).
  func add(_ item: KeychainItem) -> KeychainStatus
  /// Finds items (`SecItemCopyMatching`). There are no items with any status but
  /// ``KeychainStatus/success``.
  func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, items: [KeychainItem])
  /// Changes the items that match, each as a whole or not at all (`SecItemUpdate`).
  ///
  /// - Parameters:
  ///   - query: Which items are changed.
  ///   - change: The new secret and attributes.
  func update(_ query: KeychainQuery, _ change: KeychainChange) -> KeychainStatus
  /// Removes the items that match (`SecItemDelete`).
  func delete(_ query: KeychainQuery) -> KeychainStatus
}

extension SecItemCalls {
  /// `keychain`.
  public var name: String { "keychain" }

  /// The name as the kind of a store.
  var kindName: String { name.split(separator: " ").joined(separator: "-") }
}
