// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckFoundation

// The end of what a user has.

extension MemoryStore {
  /// Ends everything of a user but what is kept, and says what ended.
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

  /// Ends the families that are meant and have not ended, and returns them as they are then, the oldest first.
  static func endFamilies(
    _ reason: String, at now: Date, in state: inout MemoryState,
    where isMeant: (RefreshFamily) -> Bool
  ) -> [RefreshFamily] {
    let ended = state.families.values.filter { $0.revokedAt == nil && isMeant($0) }
      .map { $0.revoked(reason, at: StoredTime(now)) }
    for family in ended { state.families[ByteKey(family.id)] = family }
    return oldestFirst(ended)
  }

  /// Families by their age, and those of one moment by their identifiers.
  static func oldestFirst(_ families: [RefreshFamily]) -> [RefreshFamily] {
    families.sorted { one, other in
      one.createdAt == other.createdAt
        ? ByteKey(one.id) < ByteKey(other.id) : one.createdAt < other.createdAt
    }
  }
}

extension DeviceRecord {
  /// The user who allowed the device, until it has its tokens.
  var approver: String? {
    if case .approved(let approval) = state { approval.userID } else { nil }
  }
}
