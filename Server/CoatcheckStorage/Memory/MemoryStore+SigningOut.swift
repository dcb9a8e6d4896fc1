// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// See ``IssuerStore/signOut(_:reason:at:)``.
  public func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    try StoredText.check([reason], of: "revocation")
    return try transaction { state in
      guard let login = state.logins[digest], StoredTime(now) < StoredTime(login.expiresAt) else {
        return nil
      }
      let (user, session) = (ByteKey(login.userID), ByteKey(login.sid))
      let isItsOwn = { (sid: String?) in sid.map { ByteKey($0) } == session }
      state.logins = state.logins.filter {
        $0.key != digest && !(isItsOwn($0.value.sid) && ByteKey($0.value.userID) == user)
      }
      state.removeCodes { isItsOwn($0.sessionID) && ByteKey($0.userID) == user }
      let families = Self.living(of: login.sid, in: state)
      _ = Self.end(reason, at: now, in: &state) {
        isItsOwn($0.sessionID) && !$0.outlivesSession
      }
      return EndedSession(
        login: login, families: families.map { state.families[ByteKey($0.id)] ?? $0 })
    }
  }

  /// The living families of a browser session, the oldest first.
  static func living(of sid: String, in state: MemoryState) -> [RefreshFamily] {
    state.families.values
      .filter { $0.revokedAt == nil && $0.sessionID.map { ByteKey($0) } == ByteKey(sid) }
      .sorted { one, other in
        one.createdAt == other.createdAt
          ? ByteKey(one.id) < ByteKey(other.id) : one.createdAt < other.createdAt
      }
  }
}
