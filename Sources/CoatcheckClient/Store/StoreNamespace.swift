// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Separates the records of one program from those of another in a place that all share.
enum StoreNamespace {
  /// The namespace as a part of a name of a file, key or item.
  ///
  /// One which is not 1 to 64 letters, digits, dots, hyphens or underscores is replaced by its hash, so
  /// that two different ones never become the same.
  static func name(_ namespace: String) -> String {
    let isPlain =
      (1...64).contains(namespace.utf8.count) && !namespace.hasPrefix(".")
      && namespace.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return isPlain ? namespace : "~" + Fingerprint.hex(of: Array(namespace.utf8))
  }
}
