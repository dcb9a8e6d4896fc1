// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Removes expired records.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/sweep(limit:at:)``.
  public func sweep(limit: Int, at now: Date) async throws(StoreError) -> Sweep {
    try transaction { state in
      let due = Due(in: state, at: StoredTime(now))
      let (next, mayRemove) = state.sweeping.judged(
        StoredTime(now), expired: due.count, of: Due.total(of: state))
      state.sweeping = next
      guard mayRemove else { return .refused(expired: due.count, of: Due.total(of: state)) }
      return .removed(due.remove(upTo: limit, from: &state))
    }
  }
}

/// The expired entries of each table, the oldest first.
private struct Due {
  let logins: [TokenDigest]
  let once: [ByteKey]
  let attempts: [ByteKey]
  let pushed: [TokenDigest]
  let social: SocialDue
  let codes: [TokenDigest]
  let devices: [TokenDigest]
  let refresh: [TokenDigest]
  let families: [ByteKey]

  init(in state: MemoryState, at now: StoredTime) {
    let retained = now.advanced(by: -SweepGuard.retention)
    logins = MemoryDue.due(state.logins, by: now) { $0.expiresAt }
    once = MemoryDue.due(state.once, by: now, <) { $0 }
    attempts = MemoryDue.due(state.attempts, by: now, <) { $0.until }
    pushed = MemoryDue.due(state.pushed, by: now) { $0.retainedUntil }
    social = SocialDue(in: state.social, at: now)
    codes = MemoryDue.due(state.codes, by: retained) { $0.record.expiresAt }
    devices = MemoryDue.due(state.devices, by: retained) { $0.record.expiresAt }
    refresh = MemoryDue.due(state.refresh, by: retained) { $0.record.expiresAt }
    families = MemoryDue.due(state.families, by: retained, <) { StoredTime($0.absoluteExpiry) }
  }

  var count: Int {
    logins.count + once.count + attempts.count + pushed.count + social.count + codes.count
      + devices.count + refresh.count + families.count
  }

  static func total(of state: MemoryState) -> Int {
    state.logins.count + state.once.count + state.attempts.count + state.pushed.count
      + state.codes.count + state.devices.count + state.refresh.count + state.families.count
      + SocialDue.total(of: state.social)
  }

  func remove(upTo limit: Int, from state: inout MemoryState) -> Int {
    var left = max(limit, 0)
    MemoryDue.remove(logins, from: &state.logins, &left)
    MemoryDue.remove(once, from: &state.once, &left)
    MemoryDue.remove(attempts, from: &state.attempts, &left)
    MemoryDue.remove(pushed, from: &state.pushed, &left)
    social.remove(from: &state.social, &left)
    MemoryDue.remove(codes, from: &state.codes, &left)
    for digest in devices.prefix(left) {
      state.removeDevice(digest)
      left -= 1
    }
    MemoryDue.remove(refresh, from: &state.refresh, &left)
    // A family is removed once it has no token left.
    let inUse = Set(state.refresh.values.map { ByteKey($0.record.familyID) })
    MemoryDue.remove(families.filter { !inUse.contains($0) }, from: &state.families, &left)
    state.social.sessions = state.social.sessions.filter { state.families[$0.key] != nil }
    return max(limit, 0) - left
  }
}
