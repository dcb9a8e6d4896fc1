// SPDX-License-Identifier: Apache-2.0

/// Merges the scopes that a user approves now with those that the user approved before.
package enum ConsentRule {
  /// The earlier scopes and then the new ones, each once, compared byte by byte.
  ///
  /// - Throws: `invalidRecord` when all scopes together are over 64 KiB.
  package static func union(
    _ earlier: [String], _ now: [String]
  ) throws(StoreError) -> [String] {
    var seen: Set<[UInt8]> = []
    let all = (earlier + now).filter { seen.insert(Array($0.utf8)).inserted }
    try StoredText.check(all, of: "consent")
    return all
  }
}

extension KeySetRecord {
  /// Checks that the version of a replacement is greater than that of the keys that it replaces.
  package func check(after version: Int?) throws(StoreError) {
    guard self.version > version ?? 0 else {
      throw StoreError(.invalidRecord, "a key set must have a greater version than the one before")
    }
  }
}
