// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The keychains of this machine, and how sessions are kept there.
package struct SystemKeychains: Sendable {
  /// The data protection keychain, which all of Apple's systems have.
  package let dataProtection: any SecItemCalls
  /// The login keychain of a Mac; nil on other systems.
  package let login: (any SecItemCalls)?
  /// How sessions are kept.
  package let options: KeychainOptions

  /// Creates the description of a machine's keychains.
  package init(
    dataProtection: any SecItemCalls, login: (any SecItemCalls)? = nil,
    options: KeychainOptions = KeychainOptions()
  ) {
    self.dataProtection = dataProtection
    self.login = login
    self.options = options
  }

  /// The keychains of this machine; nil where there is no keychain.
  static func live(_ options: KeychainOptions) -> SystemKeychains? {
    #if os(macOS) || APPLE_SHIM_MACOS
      SystemKeychains(
        dataProtection: SecItemKeychain(), login: SecItemKeychain(.login), options: options)
    #elseif canImport(Security) || APPLE_SHIMS
      SystemKeychains(dataProtection: SecItemKeychain(), options: options)
    #else
      nil
    #endif
  }

  /// Whether there is only one keychain, so that none has to be chosen.
  var isOnlyOne: Bool { login == nil }

  /// The keychain that this program can use, determined by a search for an item that does not exist.
  ///
  /// - Throws: `misused` when it can use none, or when the one it could use cannot keep what the options
  ///   ask for; `storeLocked` while that cannot be found out.
  func best(_ environment: RuntimeEnvironment) async throws(OAuthError) -> StoreChoice {
    let records = try records(
      dataProtection, namespace: "probe", folder: "", environment: environment)
    do throws(OAuthError) {
      _ = try await records.accessibility(of: "probe")
      return .keychain
    } catch  where error.parameter == "group" && login != nil {
      // errSecMissingEntitlement: the login keychain is used, unless an option is set that it would
      // ignore.
      guard options.presence == nil, options.group == .standard else { throw error }
      return .loginKeychain
    }
  }

  /// The token store in the chosen keychain.
  func store(
    _ choice: StoreChoice, folder: String, environment: RuntimeEnvironment
  ) throws(OAuthError) -> any TokenStore {
    let calls: any SecItemCalls
    if case .loginKeychain = choice {
      guard let login else { throw .store("there is no login keychain on this system") }
      calls = login
    } else {
      calls = dataProtection
    }
    // Each folder has its own locks, so two folders must not share items. The namespace of an app's own
    // folder does not depend on its path, which changes when the app is installed again.
    let isOfProgram = options.folder != nil || folder == SystemFolder.standard
    let namespace = isOfProgram ? "system" : Fingerprint.hex(of: Array(folder.utf8))
    var records = try records(
      calls, namespace: namespace, folder: folder, environment: environment,
      reinstall: options.reinstall)
    records.isProtectedDataAvailable = options.isProtectedDataAvailable
    guard let presence = options.presence else { return RecordTokenStore(records) }
    // If the login keychain was chosen before, the option must not be ignored.
    guard choice == .keychain else {
      throw .misused(
        "presence", "The login keychain keeps nothing behind the user's presence.")
    }
    return GuardedTokenStore(records, presence: presence)
  }

  private func records(
    _ calls: any SecItemCalls, namespace: String, folder: String,
    environment: RuntimeEnvironment, reinstall: ReinstallPolicy = .keepAcrossReinstall
  ) throws(OAuthError) -> KeychainRecords<AnyKeychain> {
    var records = try KeychainRecords(
      AnyKeychain(calls), namespace: namespace, lockDirectory: "\(folder)/keychain",
      group: options.group, reinstall: reinstall, environment: environment)
    records.accessibility = options.accessibility
    return records
  }
}

/// Wraps any keychain, so that the records have one type.
struct AnyKeychain: SecItemCalls {
  private let calls: any SecItemCalls

  init(_ calls: any SecItemCalls) { self.calls = calls }

  var name: String { calls.name }
  func add(_ item: KeychainItem) -> KeychainStatus { calls.add(item) }
  func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, items: [KeychainItem]) {
    calls.copyMatching(query)
  }
  func update(_ query: KeychainQuery, _ change: KeychainChange) -> KeychainStatus {
    calls.update(query, change)
  }
  func delete(_ query: KeychainQuery) -> KeychainStatus { calls.delete(query) }
}
