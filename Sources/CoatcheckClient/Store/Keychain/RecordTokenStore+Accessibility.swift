// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension RecordTokenStore {
  /// The class a session is stored with in a keychain; nil when it is not stored.
  ///
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`; `misused` naming `group` when the program
  ///   lacks the entitlement for the keychain.
  public func accessibility<Keychain>(
    of account: AccountID
  ) async throws(OAuthError) -> KeychainAccessibility? where Records == KeychainRecords<Keychain> {
    try await records.accessibility(of: account.fingerprint)
  }

  /// Keeps a session in another class from now on. Refreshes keep the class a session has.
  ///
  /// ```swift
  /// let store = RecordTokenStore(try KeychainRecords(keychain, lockDirectory: folder))
  /// try await store.setAccessibility(.whenUnlocked, of: session.account)
  /// ```
  ///
  /// - Parameters:
  ///   - accessibility: When the session can be read from now on.
  ///   - account: The account of a stored session.
  /// - Throws: `misused` naming `account` when it is not stored, or naming `accessibility` when the device
  ///   has no passcode and the class needs one; `storeFailed`, `storeLocked` or `storeDamaged`: the class
  ///   is the one before then.
  public func setAccessibility<Keychain>(
    _ accessibility: KeychainAccessibility, of account: AccountID
  ) async throws(OAuthError) where Records == KeychainRecords<Keychain> {
    do {
      try await withExclusiveAccess(to: account) {
        guard var session = try await self.session(account) else {
          throw OAuthError.misused("account", "This account is not stored.")
        }
        session.accessibility = accessibility
        try await self.save(session)
      }
    } catch {
      throw OAuthError.known(error) ?? .store("the lock cannot be had")
    }
  }
}
