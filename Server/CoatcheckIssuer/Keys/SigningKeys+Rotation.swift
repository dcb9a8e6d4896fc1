// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Replacing keys. Of several nodes that do it at once one does, and the others read again.
extension SigningKeys {
  /// What a change of the keys came to, by their `kid`.
  public struct Change: Sendable, Equatable {
    /// The keys that were made.
    public let made: [String]
    /// The keys that were taken out for good.
    public let removed: [String]

    /// Whether the keys are the same as before.
    public var isEmpty: Bool { made.isEmpty && removed.isEmpty }
  }

  /// Does what is due: announces the next keys, and removes those that no token needs.
  ///
  /// Call it every few minutes, on every node. Coming late does no harm: the keys available sign until the
  /// next one was announced for its whole time.
  ///
  /// - Returns: What changed; nothing, most of the time.
  /// - Throws: `StoreError` when the store does not answer; `misused` when the master key does not open
  ///   the stored keys. The keys are as before then.
  @discardableResult
  public func maintain() async throws -> Change {
    try await change { entries in
      try entries.maintained(
        at: self.now, self.rotation, self.algorithms, making: SigningKey.generate)
    }
  }

  /// Replaces all keys before their time. The next ones follow after their usual life.
  ///
  /// Other nodes follow within a few seconds.
  ///
  /// - Parameter replacement: Whether the old keys may still be trusted.
  /// - Returns: What changed.
  /// - Throws: As ``maintain()``.
  @discardableResult
  public func rotate(_ replacement: Replacement) async throws -> Change {
    try await change { entries in
      try entries.replaced(
        replacement, at: self.now, self.algorithms, making: SigningKey.generate)
    }
  }

  /// The published keys and their times, as the store has them now.
  ///
  /// - Throws: As ``maintain()``.
  public func schedule() async throws -> [ScheduledKey] {
    guard let record = try await store.keySet() else { return [] }
    return ScheduledKey.list(try opened(record).entries, at: now, rotation)
  }

  private func change(_ step: ([KeyEntry]) throws -> [KeyEntry]?) async throws -> Change {
    while true {
      // Without keys there is nothing to replace: the first node that starts makes them.
      guard let record = try await store.keySet() else { return Change(made: [], removed: []) }
      let before = try opened(record)
      guard let entries = try step(before.entries) else {
        adopt(before)
        return Change(made: [], removed: [])
      }
      let next = try Self.record(for: entries, version: record.version + 1, sealer: sealer)
      guard try await store.replaceKeySet(expecting: record.version, with: next) else { continue }
      adopt(loaded(entries, version: next.version))
      let (old, new) = (before.entries.map(\.key.keyID), entries.map(\.key.keyID))
      return Change(
        made: new.filter { !old.contains($0) }, removed: old.filter { !new.contains($0) })
    }
  }
}
