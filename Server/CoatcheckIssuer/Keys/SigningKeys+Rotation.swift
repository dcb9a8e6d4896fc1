// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Replaces signing keys. When several nodes do it at the same time, one succeeds, and the others read its
/// result.
extension SigningKeys {
  /// The result of a change of the keys, by their key IDs (`kid`).
  public struct Change: Sendable, Equatable {
    /// The keys that were created.
    public let made: [String]
    /// The keys that were removed for good.
    public let removed: [String]

    /// Whether the keys are the same as before.
    public var isEmpty: Bool { made.isEmpty && removed.isEmpty }
  }

  /// Carries out what the schedule requires: creates and publishes the next keys, and removes those that no
  /// token needs.
  ///
  /// Call it every few minutes, on every node. A late call does no harm: the current keys sign until the
  /// next ones were published for the whole time of ``KeyRotation/announcement``.
  ///
  /// - Returns: What changed; nothing, most of the time.
  /// - Throws: ``StoreError`` when the store cannot be used; `misused` when the master key does not open
  ///   the stored keys. The keys are as before then, unless the store failed while it wrote: then they may
  ///   have been replaced, which every node finds out by itself.
  @discardableResult
  public func maintain() async throws -> Change {
    try await change { entries in
      try entries.maintained(
        at: self.now, self.rotation, self.algorithms, making: SigningKey.generate)
    }
  }

  /// Replaces all signing keys now. The new ones follow the usual schedule.
  ///
  /// Other nodes follow within a few seconds.
  ///
  /// - Parameter replacement: Whether the old keys can still be trusted, which decides when the new ones
  ///   begin to sign.
  /// - Returns: What changed.
  /// - Throws: As ``maintain()``.
  @discardableResult
  public func rotate(_ replacement: Replacement) async throws -> Change {
    try await change { entries in
      try entries.replaced(
        replacement, at: self.now, self.algorithms, making: SigningKey.generate)
    }
  }

  /// The published keys and their schedule, as they are in the store now; none before the first start.
  ///
  /// - Throws: As ``maintain()``.
  public func schedule() async throws -> [ScheduledKey] {
    guard let record = try await store.keySet() else { return [] }
    return ScheduledKey.list(try opened(record).entries, at: now, rotation)
  }

  private func change(_ step: ([KeyEntry]) throws -> [KeyEntry]?) async throws -> Change {
    while true {
      // Without stored keys nothing is replaced: the first node that starts creates them.
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
