// SPDX-License-Identifier: Apache-2.0

/// How scopes a user allowed now join those allowed before.
package enum ConsentRule {
  /// The earlier scopes and then the new ones, each once, told apart by their bytes.
  ///
  /// - Throws: `invalidRecord` when they have become too many to be stored.
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
  /// Refuses a replacement whose version is not greater than the one it replaces.
  package func check(after version: Int?) throws(StoreError) {
    guard self.version > version ?? 0 else {
      throw StoreError(.invalidRecord, "a key set must have a greater version than the one before")
    }
  }
}
