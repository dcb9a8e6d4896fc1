// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Whether there is a stored session of that name. None is no error.
  ///
  /// - Throws: `misused` when the name is empty; `storeFailed`, `storeLocked` or `storeDamaged`.
  public func hasSession(named name: String) async throws(OAuthError) -> Bool {
    try check(name)
    return try await session(named: name) != nil
  }

  /// The stored session of that name, which has to exist. The user is not asked.
  ///
  /// A client that was made without the secret which the provider's clients have gets a session
  /// that can be used and not refreshed.
  ///
  /// - Throws: `OAuthError.Code.sessionMissing` if there is no such session; else as
  ///   ``hasSession(named:)``.
  public func loadSession(named name: String) async throws(OAuthError) -> Session {
    try check(name)
    guard let session = try await session(named: name) else { throw .missingSession }
    return session
  }

  /// Forgets the stored session of that name, which has to be there. Its tokens are not revoked:
  /// ``signOut(named:_:)`` does that.
  ///
  /// - Throws: As ``loadSession(named:)``.
  public func removeSession(named name: String) async throws(OAuthError) {
    try await accounts.remove(loadSession(named: name).account)
  }

  /// Removes all stored sessions of this client. Having none is not an error.
  ///
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged`.
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
