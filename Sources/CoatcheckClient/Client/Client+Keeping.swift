// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Stores a session under a name in this client's store; from then on it is saved by itself whenever its
  /// tokens are replaced.
  ///
  /// A session that was stored already moves: what it was stored under is gone, also in another store.
  /// What was stored under the new name is replaced, if it is this provider's and this client's. When
  /// anything fails, the session stays where it was.
  ///
  /// ```swift
  /// var session = try await client.signInWithoutStoring(scopes: [.email])
  /// session = try await client.keep(session, storedAs: "main")
  /// ```
  ///
  /// - Parameters:
  ///   - session: The session. It can be used until its tokens have to be replaced; the one that is
  ///     returned takes its place.
  ///   - name: The name.
  ///   - accessibility: When a keychain lets the session be read; nil for as before.
  /// - Throws: `misused` when the name is empty, another account has it, or the session is another
  ///   client's; `sessionEnded` when nothing is left to move; `storeFailed` or `storeLocked`.
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
