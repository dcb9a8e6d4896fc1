// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one: it was written from Apple's documentation, and runs on
// Linux against stand-ins of Security and LocalAuthentication.

#if canImport(Security) || APPLE_SHIMS
  #if APPLE_SHIMS
    import SecurityShim
  #else
    import Security
  #endif
  import Foundation

  /// The keychain of the device, or one of the two of the user on a Mac.
  public struct SecItemKeychain: SecItemCalls {
    /// Which keychain it is.
    public enum Kind: String, Sendable, Hashable {
      /// The one of all systems, with access groups and classes. On a Mac the program needs an
      /// entitlement for it that a provisioning profile confirms, and has `missingEntitlement` without.
      case dataProtection = "data-protection"
      /// The login keychain of a Mac, which knows neither: for tools that are not signed.
      case login
    }

    /// Which keychain it is.
    public let kind: Kind

    /// Creates access to a keychain.
    ///
    /// - Parameter kind: Which one; only a Mac has more than the data protection keychain.
    public init(_ kind: Kind = .dataProtection) { self.kind = kind }

    /// `keychain` or `login keychain`.
    public var name: String { kind == .login ? "login keychain" : "keychain" }

    /// Adds an item.
    public func add(_ item: KeychainItem) -> KeychainStatus {
      var attributes = attributes(item.service, item.account, item.accessGroup)
      if let presence = item.presence {
        // The access control contains the accessibility class.
        guard
          let control = SecAccessControlCreateWithFlags(
            nil, Self.name(item.accessibility), Self.flags(presence), nil)
        else { return .parameter }
        attributes[kSecAttrAccessControl as String] = control
      } else if kind == .dataProtection {
        attributes[kSecAttrAccessible as String] = Self.name(item.accessibility)
      }
      attributes[kSecAttrLabel as String] = item.label
      attributes[kSecValueData as String] = Data(item.content ?? [])
      return KeychainStatus(rawValue: SecItemAdd(attributes as CFDictionary, nil))
    }

    /// Finds items.
    public func copyMatching(
      _ query: KeychainQuery
    ) -> (status: KeychainStatus, items: [KeychainItem]) {
      var attributes = attributes(query.service, query.account, query.accessGroup)
      attributes[kSecReturnAttributes as String] = true
      switch query.wanted {
      case .attributes:
        attributes[kSecMatchLimit as String] = kSecMatchLimitAll
        // A list never prompts.
        attributes[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUISkip
      case .content:
        attributes[kSecReturnData as String] = true
        attributes[kSecMatchLimit as String] = kSecMatchLimitOne
        Self.allowPrompt(query.prompt, &attributes)
      }
      var result: CFTypeRef?
      let status = KeychainStatus(
        rawValue: SecItemCopyMatching(attributes as CFDictionary, &result))
      guard status == .success else { return (status, []) }
      let found = result as? [[String: Any]] ?? (result as? [String: Any]).map { [$0] } ?? []
      return (status, found.compactMap(Self.item))
    }

    /// Changes items.
    public func update(_ query: KeychainQuery, _ change: KeychainChange) -> KeychainStatus {
      let attributes = attributes(query.service, query.account, query.accessGroup)
      var changes: [String: Any] = [
        kSecValueData as String: Data(change.content), kSecAttrLabel as String: change.label,
      ]
      if let accessibility = change.accessibility, kind == .dataProtection {
        changes[kSecAttrAccessible as String] = Self.name(accessibility)
      }
      return KeychainStatus(
        rawValue: SecItemUpdate(attributes as CFDictionary, changes as CFDictionary))
    }

    /// Removes items.
    public func delete(_ query: KeychainQuery) -> KeychainStatus {
      var attributes = attributes(query.service, query.account, query.accessGroup)
      // The login keychain removes only one of several items otherwise.
      if query.account == nil { attributes[kSecMatchLimit as String] = kSecMatchLimitAll }
      return KeychainStatus(rawValue: SecItemDelete(attributes as CFDictionary))
    }

    private func attributes(
      _ service: String, _ account: String?, _ accessGroup: String?
    ) -> [String: Any] {
      var attributes: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrSynchronizable as String: false,
        kSecUseDataProtectionKeychain as String: kind == .dataProtection,
      ]
      if let account { attributes[kSecAttrAccount as String] = account }
      if let accessGroup, kind == .dataProtection {
        attributes[kSecAttrAccessGroup as String] = accessGroup
      }
      return attributes
    }

    private static func flags(_ presence: KeychainPresence) -> SecAccessControlCreateFlags {
      switch presence {
      case .any: .userPresence
      case .biometry: .biometryAny
      case .currentBiometry: .biometryCurrentSet
      case .passcode: .devicePasscode
      }
    }

    private static func item(_ attributes: [String: Any]) -> KeychainItem? {
      guard let service = attributes[kSecAttrService as String] as? String,
        let account = attributes[kSecAttrAccount as String] as? String
      else { return nil }
      return KeychainItem(
        service: service, account: account,
        accessGroup: attributes[kSecAttrAccessGroup as String] as? String,
        accessibility: accessibility(attributes[kSecAttrAccessible as String] as? String),
        label: attributes[kSecAttrLabel as String] as? String ?? "",
        content: (attributes[kSecValueData as String] as? Data).map { Array($0) })
    }

    private static func name(_ accessibility: KeychainAccessibility) -> CFString {
      switch accessibility.effective {
      case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
      case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      case .afterFirstUnlock, .always: kSecAttrAccessibleAfterFirstUnlock
      case .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly:
        kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      }
    }

    /// A class which is not known, such as those given up, is read as the default one.
    private static func accessibility(_ name: String?) -> KeychainAccessibility {
      KeychainAccessibility.allCases.first { self.name($0) as String == name }
        ?? .afterFirstUnlockThisDeviceOnly
    }
  }

  /// A token store in the keychain.
  public typealias KeychainTokenStore = RecordTokenStore<KeychainRecords<SecItemKeychain>>
#endif
