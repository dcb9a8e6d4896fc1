// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The index entries of a record in the database: the SHA-256 of each name and value, since a value may
/// contain a NUL, and an entry of a PostgreSQL index has at most 2,704 bytes.
struct RecordEntries: Sendable {
  /// In ascending order, so that equal index values give equal bytes.
  let digests: [[UInt8]]

  init(_ index: [String: String]) {
    digests = index.map { name, value in
      Fingerprint.digest(of: Array("\(name.utf8.count) \(name)\(value)".utf8))
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The digests, concatenated.
  var joined: [UInt8] { Array(digests.joined()) }
}
