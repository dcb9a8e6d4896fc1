// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Index values as the database keeps them: the SHA-256 of each name and value, since a value may have a NUL, and
/// an entry of an index has 2,704 bytes at most.
struct RecordEntries: Sendable {
  /// In ascending order, so that equal index values give equal bytes.
  let digests: [[UInt8]]

  init(_ index: [String: String]) {
    digests = index.map { name, value in
      Fingerprint.digest(of: Array("\(name.utf8.count) \(name)\(value)".utf8))
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// All of them in one.
  var joined: [UInt8] { Array(digests.joined()) }
}
