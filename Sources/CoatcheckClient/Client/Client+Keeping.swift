// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Stores a session under a name in this client's store. From then on it is saved whenever its tokens
  /// are replaced.
  ///
  /// A session that was stored already moves: its earlier record is removed, also from another store. A
  /// session of this provider and this client that was stored under the new name is replaced. When
  /// anything fails, the session stays where it was.
  ///
  /// ```swift
  /// var session = try await client.signInWithoutStoring(scopes: [.email])
  /// session = try await client.keep(session, storedAs: "main")
  /// ```
  ///
  /// - Parameters:
  ///   - session: The session. It can be used until its tokens have to be replaced; the returned
  ///     session takes its place.
  ///   - name: The name, which must not be empty.
  ///   - accessibility: When a keychain lets the session be read; nil for as before.
  /// - Returns: The session, stored under the name.
  /// - Throws: `misused` naming `name` when the name is empty or another account has it, and naming
  ///   `session` when the session belongs to another client; `sessionEnded` when the session is no
  ///   longer stored where it was; `storeFailed` or `storeLocked`.
  public func keep(
    _ session: Session, storedAs name: String, accessibility: KeychainAccessibility? = nil
  ) async throws(OAuthError) -> Session {
    try check(name)
    let account = session.account
    guard account.issuer == provider.metadata.issuer.text, account.clientID == identity.id else {
      throw .misused("session", "The session belongs to another client.")
    }
    let others = try await store.sessions(AccountFilter(name: name)).map(\.account).filter {
      $0 != account && $0 != AccountID(issuer: account.issuer, clientID: identity.id, subject: name)
    }
    guard others.isEmpty else { throw .misused("name", "Another account has this name.") }
    return live(try await session.move(to: name, in: store, accessibility: accessibility))
  }
}
