// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The keychains of this machine, and how sessions are kept there.
package struct SystemKeychains: Sendable {
  /// The one of all of Apple's systems.
  package let dataProtection: any SecItemCalls
  /// The second one of a Mac; nil elsewhere.
  package let login: (any SecItemCalls)?
  /// How sessions are kept.
  package let options: KeychainOptions

  /// Keychains.
  package init(
    dataProtection: any SecItemCalls, login: (any SecItemCalls)? = nil,
    options: KeychainOptions = KeychainOptions()
  ) {
    self.dataProtection = dataProtection
    self.login = login
    self.options = options
  }

  /// Those of this machine; nil where there is no keychain.
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

  /// Whether there is nothing to be decided.
  var isOnlyOne: Bool { login == nil }

  /// Which keychain this program can use, found out by looking for an item that is not there.
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
      // errSecMissingEntitlement. What the login keychain ignores must not have been asked for.
      guard options.presence == nil, options.group == .standard else { throw error }
      return .loginKeychain
    }
  }

  /// The store in one of them.
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
    // Two folders have locks of their own, so they must not have the same items; and the path of an app's
    // own folder changes when the app is installed again.
    let isOfProgram = options.folder != nil || folder == SystemFolder.standard
    let namespace = isOfProgram ? "system" : Fingerprint.hex(of: Array(folder.utf8))
    var records = try records(
      calls, namespace: namespace, folder: folder, environment: environment,
      reinstall: options.reinstall)
    records.isProtectedDataAvailable = options.isProtectedDataAvailable
    guard let presence = options.presence else { return RecordTokenStore(records) }
    // A store of before must not lose what it promises.
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

/// Any keychain.
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
