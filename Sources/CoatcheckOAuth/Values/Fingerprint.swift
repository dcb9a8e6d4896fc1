// SPDX-License-Identifier: Apache-2.0

import Crypto

/// A short name for a longer text, resistant to collisions.
package enum Fingerprint {
  /// The SHA-256 hash of the bytes, in 64 lower-case hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest(of: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The SHA-256 hash of the bytes: 32 bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    SHA256.hash(data: bytes).withUnsafeBytes { Array($0) }
  }
}
