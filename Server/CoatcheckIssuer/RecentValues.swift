// SPDX-License-Identifier: Apache-2.0

/// Values by their keys; those that were not asked for lately are forgotten.
///
/// They are kept in two generations of so many each: when the new one is full, the old one is dropped and the new one
/// takes its place.
package struct RecentValues<Key: Hashable, Value> {
  @usableFromInline let limit: Int
  @usableFromInline var new: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]

  /// - Parameter limit: How many values a generation has. Twice as many are kept at most.
  @inlinable
  package init(limit: Int) { self.limit = limit }

  /// A value that is kept.
  @inlinable
  package mutating func value(_ key: Key) -> Value? {
    if let value = new[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    keep(value, for: key)
    return value
  }

  /// Keeps a value, in place of the one with the same key.
  @inlinable
  package mutating func keep(_ value: Value, for key: Key) {
    if new.count >= limit, new[key] == nil { (old, new) = (new, [:]) }
    new[key] = value
  }

  /// Forgets a value.
  @inlinable
  package mutating func forget(_ key: Key) {
    new[key] = nil
    old[key] = nil
  }
}
