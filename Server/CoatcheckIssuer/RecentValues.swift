// SPDX-License-Identifier: Apache-2.0

/// Values by their keys; those that were not kept or used lately are forgotten.
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

  /// A value that is kept; reading it is no use. Setting it keeps it in the new generation, and nil forgets it.
  @inlinable
  package subscript(key: Key) -> Value? {
    get { new[key] ?? old[key] }
    set {
      old[key] = nil
      if newValue != nil, new.count >= limit { (old, new) = (new, [:]) }
      new[key] = newValue
    }
  }

  /// A value that is used, and so stays in the new generation.
  @inlinable
  package mutating func use(_ key: Key) -> Value? {
    if let value = new[key] { return value }
    guard let value = old[key] else { return nil }
    self[key] = value
    return value
  }
}
