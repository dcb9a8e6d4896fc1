// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// Checks the keys of records.
enum RecordKey {
  /// Checks the key of a record: a database truncates or refuses a text that contains a NUL.
  static func check(_ record: StoredRecord) throws(OAuthError) {
    guard isValid(record.key) else {
      throw .misused("key", "A record's key is 1 to 64 lower-case letters and digits.")
    }
  }

  static func isValid(_ key: String) -> Bool {
    (1...64).contains(key.utf8.count)
      && key.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }
}
