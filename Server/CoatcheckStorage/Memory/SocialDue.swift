// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckFoundation

/// The expired entries of a ``SocialState``, the oldest first.
struct SocialDue {
  private let records: [TokenDigest]
  private let codes: [CodeKey]
  private let pendings: [TokenDigest]

  init(in state: SocialState, at now: StoredTime) {
    records = MemoryDue.due(state.records, by: now) { $0.expiresAt }
    codes = MemoryDue.due(state.codes, by: now, Self.precedes) { StoredTime($0.expiresAt) }
    pendings = MemoryDue.due(state.pendings, by: now) { $0.expiresAt }
  }

  var count: Int { records.count + codes.count + pendings.count }

  static func total(of state: SocialState) -> Int {
    state.records.count + state.codes.count + state.pendings.count
  }

  func remove(from state: inout SocialState, _ left: inout Int) {
    MemoryDue.remove(records, from: &state.records, &left)
    MemoryDue.remove(codes, from: &state.codes, &left)
    MemoryDue.remove(pendings, from: &state.pendings, &left)
  }

  private static func precedes(_ one: CodeKey, _ other: CodeKey) -> Bool {
    key(one) < key(other)
  }

  private static func key(_ code: CodeKey) -> ByteKey {
    ByteKey(code.purpose, code.contact.kind, code.contact.value, code.scope)
  }
}

/// Finds and removes expired rows.
enum MemoryDue {
  static func due<Value>(
    _ rows: [TokenDigest: Value], by now: StoredTime, expiry: (Value) -> Date
  ) -> [TokenDigest] {
    due(rows, by: now, { $0.bytes.lexicographicallyPrecedes($1.bytes) }) { StoredTime(expiry($0)) }
  }

  static func due<Key, Value>(
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

  static func remove<Key, Value>(
    _ keys: [Key], from rows: inout [Key: Value], _ left: inout Int
  ) {
    for key in keys.prefix(left) {
      rows[key] = nil
      left -= 1
    }
  }
}
