// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Returns a refresh token and its family.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/refresh(_:)``.
  public func refresh(
    _ digest: TokenDigest
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try transaction { state in
      guard let stored = state.refresh[digest],
        let family = state.families[ByteKey(stored.record.familyID)]
      else { return nil }
      return (stored.record, family)
    }
  }

  /// Returns a valid refresh token and its family.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/liveRefresh(_:at:)``.
  public func liveRefresh(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try transaction { state in
      guard let stored = state.refresh[digest],
        let family = state.families[ByteKey(stored.record.familyID)],
        stored.isLive(in: family, at: StoredTime(now))
      else { return nil }
      return (stored.record, family)
    }
  }

  /// Rotates a refresh token.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/rotate(_:by:to:sealed:grace:at:)``.
  public func rotate(
    _ presented: TokenDigest, by clientID: String, to successor: RefreshRecord, sealed: [UInt8],
    grace: TimeInterval, at now: Date
  ) async throws(StoreError) -> Rotation {
    try transaction { state throws(StoreError) in
      let stored = state.refresh[presented]
      let family = stored.flatMap { state.families[ByteKey($0.record.familyID)] }
      let decision = try RotationRule.decide(
        stored, of: family, by: clientID, to: successor, sealed: sealed, grace: grace,
        at: StoredTime(now))
      switch decision {
      case .answer(let rotation): return rotation
      case .end(let ended):
        state.families[ByteKey(ended.id)] = ended
        return .reused(ended)
      case .rotate(let family, let successor, let trace):
        guard state.refresh[successor.digest] == nil else { throw .taken("refresh token") }
        state.refresh[successor.digest] = StoredRefresh(record: successor, predecessor: presented)
        state.refresh[presented]?.spent = trace
        // The first use of a successor closes the grace window of its predecessor.
        if let before = stored?.predecessor { state.refresh[before]?.spent?.window = nil }
        return .rotated(family, generation: successor.generation)
      }
    }
  }

  /// Returns a family of tokens.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/family(_:)``.
  public func family(_ id: String) async throws(StoreError) -> RefreshFamily? {
    try transaction { $0.families[ByteKey(id)] }
  }

  /// Returns the families of a login session that are not revoked.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/families(ofSession:)``.
  public func families(ofSession sid: String) async throws(StoreError) -> [RefreshFamily] {
    try transaction { Self.living(of: sid, in: $0) }
  }

  /// Revokes a family of tokens.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/revokeFamily(_:reason:at:)``.
  public func revokeFamily(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Bool {
    try StoredText.check([reason], of: "revocation")
    return try transaction { state in
      let ended = Self.end(reason, at: now, in: &state) { ByteKey($0.id) == ByteKey(id) }
      return ended == 1
    }
  }

  /// Ends everything of a user.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/revokeUser(_:reason:at:)``.
  public func revokeUser(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Int {
    try StoredText.check([reason], of: "revocation")
    let user = ByteKey(id)
    return try transaction { state in
      Self.endSessions(of: user, keeping: .none, reason, at: now, in: &state).families.count
    }
  }

  /// Ends everything of a client, which stays registered.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/revokeClient(_:reason:at:)``.
  public func revokeClient(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Int {
    try StoredText.check([reason], of: "revocation")
    let client = ByteKey(id)
    return try transaction { state in
      state.removeRequests(of: client)
      return Self.end(reason, at: now, in: &state) { ByteKey($0.clientID) == client }
    }
  }

  /// Revokes the matching families, and returns how many were not revoked before.
  static func end(
    _ reason: String, at now: Date, in state: inout MemoryState,
    where isMeant: (RefreshFamily) -> Bool
  ) -> Int {
    endFamilies(reason, at: now, in: &state, where: isMeant).count
  }
}
