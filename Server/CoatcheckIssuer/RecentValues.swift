// SPDX-License-Identifier: Apache-2.0

/// A cache of limited size that drops the values that were not used recently.
///
/// It has two generations. When the new generation is full, the old one is dropped and the new one takes
/// its place.
package struct RecentValues<Key: Hashable, Value> {
  @usableFromInline let limit: Int
  @usableFromInline var new: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]

  /// - Parameter limit: The size of a generation. The cache holds at most twice as many values.
  @inlinable
  package init(limit: Int) { self.limit = limit }

  /// The cached value of a key. Reading does not count as a use. Setting puts the value into the new
  /// generation; nil removes it.
  @inlinable
  package subscript(key: Key) -> Value? {
    get { new[key] ?? old[key] }
    set {
      old[key] = nil
      if newValue != nil, new.count >= limit { (old, new) = (new, [:]) }
      new[key] = newValue
    }
  }

  /// The cached value of a key, moved into the new generation.
  @inlinable
  package mutating func use(_ key: Key) -> Value? {
    if let value = new[key] { return value }
    guard let value = old[key] else { return nil }
    self[key] = value
    return value
  }
}
