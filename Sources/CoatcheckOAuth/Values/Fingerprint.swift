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

  /// Whether a text is so many lower-case hexadecimal digits, as ``hex(of:)`` writes them.
  package static func isHex(_ text: String, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The SHA-256 hash of the bytes: 32 bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    // A digest's own iterator is a generic type, which takes a short program longer to make than the hash.
    SHA256.hash(data: bytes).withUnsafeBytes { Array($0) }
  }
}
