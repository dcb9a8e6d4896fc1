// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Whether a session is stored under the name. A missing session is not an error.
  ///
  /// - Parameter name: The name, which must not be empty.
  /// - Throws: `misused` naming `name` when the name is empty; `storeFailed`, `storeLocked` or
  ///   `storeDamaged`.
  public func hasSession(named name: String) async throws(OAuthError) -> Bool {
    try check(name)
    return try await session(named: name) != nil
  }

  /// The session that is stored under the name, which has to exist. The user is not asked.
  ///
  /// If the provider requires a client secret and this client has none, the session can be used, but
  /// not refreshed.
  ///
  /// - Parameter name: The name, which must not be empty.
  /// - Throws: `misused` with `OAuthError.Code.sessionMissing` if no session is stored under the name;
  ///   else as ``hasSession(named:)``.
  public func loadSession(named name: String) async throws(OAuthError) -> Session {
    try check(name)
    guard let session = try await session(named: name) else { throw .missingSession }
    return session
  }

  /// Removes the session that is stored under the name, which has to exist. Its tokens are not revoked:
  /// ``signOut(named:_:)`` does that.
  ///
  /// - Parameter name: The name, which must not be empty.
  /// - Throws: As ``loadSession(named:)``. The session may still be stored then.
  public func removeSession(named name: String) async throws(OAuthError) {
    try await accounts.remove(loadSession(named: name).account)
  }

  /// Removes all stored sessions of this client. Their tokens are not revoked. Having none is not an
  /// error.
  ///
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged`. Sessions that were removed before the
  ///   failure stay removed.
  public func removeAllSessions() async throws(OAuthError) {
    try await accounts.removeAll(
      AccountFilter(issuer: provider.metadata.issuer.text, clientID: identity.id))
  }

  func check(_ name: String) throws(OAuthError) {
    guard !name.isEmpty else {
      throw .misused("name", "The name that a session is stored under is empty.")
    }
  }
}

extension OAuthError {
  fileprivate static let missingSession = OAuthError(
    outcome: .misused, code: .sessionMissing, reason: "No session is stored under this name.",
    parameter: "name")
}
