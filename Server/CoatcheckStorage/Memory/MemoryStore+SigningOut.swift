// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Signs a browser out.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/signOut(_:reason:at:)``.
  public func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    try StoredText.check([reason], of: "revocation")
    return try transaction { state in
      guard let login = state.logins[digest], StoredTime(now) < StoredTime(login.expiresAt) else {
        return nil
      }
      return Self.end(login, reason, at: now, in: &state)
    }
  }

  /// Ends one login session of a user.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/endSession(_:of:reason:at:)``.
  public func endSession(
    _ sid: String, of userID: String, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    try StoredText.check([reason], of: "revocation")
    let user = ByteKey(userID)
    return try transaction { state in
      let logins = Self.living(of: user, at: now, in: state)
      guard let login = logins.first(where: { ByteKey($0.sid) == ByteKey(sid) }) else {
        return nil
      }
      return Self.end(login, reason, at: now, in: &state)
    }
  }

  /// Ends everything that a user is signed in with.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/endSessions(of:keeping:reason:at:)``.
  public func endSessions(
    of id: String, keeping kept: KeptSession, reason: String, at now: Date
  ) async throws(StoreError) -> EndedUser {
    try StoredText.check([reason], of: "revocation")
    return try transaction { state in
      Self.endSessions(of: ByteKey(id), keeping: kept, reason, at: now, in: &state)
    }
  }

  /// The families of a login session that are not revoked, the oldest first.
  static func living(of sid: String, in state: MemoryState) -> [RefreshFamily] {
    oldestFirst(
      state.families.values.filter {
        $0.revokedAt == nil && $0.sessionID.map { ByteKey($0) } == ByteKey(sid)
      })
  }

  /// The login sessions of one user or of all users that have not expired, in the order of their digests.
  static func living(of user: ByteKey?, at now: Date, in state: MemoryState) -> [LoginSession] {
    state.logins.values
      .filter { login in
        StoredTime(now) < StoredTime(login.expiresAt)
          && (user.map { $0 == ByteKey(login.userID) } ?? true)
      }
      .sorted { $0.digest.bytes.lexicographicallyPrecedes($1.digest.bytes) }
  }

  private static func end(
    _ login: LoginSession, _ reason: String, at now: Date, in state: inout MemoryState
  ) -> EndedSession {
    let (user, session) = (ByteKey(login.userID), ByteKey(login.sid))
    let isItsOwn = { (sid: String?) in sid.map { ByteKey($0) } == session }
    state.logins = state.logins.filter {
      $0.key != login.digest && !(isItsOwn($0.value.sid) && ByteKey($0.value.userID) == user)
    }
    state.removeCodes { isItsOwn($0.sessionID) && ByteKey($0.userID) == user }
    let families = living(of: login.sid, in: state)
    _ = end(reason, at: now, in: &state) { isItsOwn($0.sessionID) && !$0.outlivesSession }
    return EndedSession(
      login: login, families: families.map { state.families[ByteKey($0.id)] ?? $0 })
  }
}
