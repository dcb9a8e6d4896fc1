// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension MemoryStore {
  /// See ``IssuerStore/sweep(limit:at:)``.
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

/// What has expired, the oldest first.
private struct Due {
  let logins: [TokenDigest]
  let once: [ByteKey]
  let attempts: [ByteKey]
  let codes: [TokenDigest]
  let refresh: [TokenDigest]
  let families: [ByteKey]

  init(in state: MemoryState, at now: StoredTime) {
    let retained = now.advanced(by: -SweepGuard.retention)
    logins = Self.due(state.logins, by: now, Self.precedes) { StoredTime($0.expiresAt) }
    once = Self.due(state.once, by: now, <) { $0 }
    attempts = Self.due(state.attempts, by: now, <) { $0.until }
    codes = Self.due(state.codes, by: retained, Self.precedes) { StoredTime($0.record.expiresAt) }
    refresh = Self.due(state.refresh, by: retained, Self.precedes) {
      StoredTime($0.record.expiresAt)
    }
    families = Self.due(state.families, by: retained, <) { StoredTime($0.absoluteExpiry) }
  }

  var count: Int {
    logins.count + once.count + attempts.count + codes.count + refresh.count + families.count
  }

  static func total(of state: MemoryState) -> Int {
    state.logins.count + state.once.count + state.attempts.count + state.codes.count
      + state.refresh.count + state.families.count
  }

  func remove(upTo limit: Int, from state: inout MemoryState) -> Int {
    var left = max(limit, 0)
    Self.remove(logins, from: &state.logins, &left)
    Self.remove(once, from: &state.once, &left)
    Self.remove(attempts, from: &state.attempts, &left)
    Self.remove(codes, from: &state.codes, &left)
    Self.remove(refresh, from: &state.refresh, &left)
    // A family goes when none of its tokens is left.
    let inUse = Set(state.refresh.values.map { ByteKey($0.record.familyID) })
    Self.remove(families.filter { !inUse.contains($0) }, from: &state.families, &left)
    return max(limit, 0) - left
  }

  private static func precedes(_ one: TokenDigest, _ other: TokenDigest) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }

  private static func due<Key, Value>(
    _ rows: [Key: Value], by now: StoredTime, _ precedes: (Key, Key) -> Bool,
    expiry: (Value) -> StoredTime
  ) -> [Key] {
    rows.map { (key: $0.key, expiry: expiry($0.value)) }
      .filter { $0.expiry <= now }
      .sorted { one, other in
        one.expiry == other.expiry ? precedes(one.key, other.key) : one.expiry < other.expiry
      }
      .map(\.key)
  }

  private static func remove<Key, Value>(
    _ keys: [Key], from rows: inout [Key: Value], _ left: inout Int
  ) {
    for key in keys.prefix(left) {
      rows[key] = nil
      left -= 1
    }
  }
}
