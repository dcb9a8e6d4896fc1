// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckFoundation

// Ends sessions and families.

extension MemoryStore {
  /// Ends all sessions and families of a user except those to keep, and returns what ended.
  static func endSessions(
    of user: ByteKey, keeping kept: KeptSession, _ reason: String, at now: Date,
    in state: inout MemoryState
  ) -> EndedUser {
    let (sid, family) = (kept.sid.map { ByteKey($0) }, kept.family.map { ByteKey($0) })
    let logins = living(of: user, at: now, in: state).filter { ByteKey($0.sid) != sid }
    state.logins = state.logins.filter {
      ByteKey($0.value.userID) != user || ByteKey($0.value.sid) == sid
    }
    state.removeCodes { ByteKey($0.userID) == user }
    state.removeDevices { $0.approver.map { ByteKey($0) } == user }
    state.social.codes = state.social.codes.filter { ByteKey($0.key.scope) != user }
    let families = endFamilies(reason, at: now, in: &state) {
      ByteKey($0.userID) == user && ByteKey($0.id) != family
    }
    return EndedUser(logins: logins, families: families)
  }

  /// Revokes the matching families that are not revoked yet, and returns them in their new state, the
  /// oldest first.
  static func endFamilies(
    _ reason: String, at now: Date, in state: inout MemoryState,
    where isMeant: (RefreshFamily) -> Bool
  ) -> [RefreshFamily] {
    let ended = state.families.values.filter { $0.revokedAt == nil && isMeant($0) }
      .map { $0.revoked(reason, at: StoredTime(now)) }
    for family in ended { state.families[ByteKey(family.id)] = family }
    return oldestFirst(ended)
  }

  /// Sorts families by their creation time, then by their IDs.
  static func oldestFirst(_ families: [RefreshFamily]) -> [RefreshFamily] {
    families.sorted { one, other in
      one.createdAt == other.createdAt
        ? ByteKey(one.id) < ByteKey(other.id) : one.createdAt < other.createdAt
    }
  }
}

extension DeviceRecord {
  /// The user who approved the device, until its tokens are issued.
  var approver: String? {
    if case .approved(let approval) = state { approval.userID } else { nil }
  }
}
