// SPDX-License-Identifier: Apache-2.0

import Crypto

/// SHA-256 hashes, as short and collision-resistant names of longer texts.
package enum Fingerprint {
  /// The SHA-256 hash of the bytes, in 64 lower-case hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String { hexadecimal(digest(of: bytes)) }

  /// Bytes in lower-case hexadecimal digits.
  package static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (n, byte) in bytes.enumerated() {
        text[2 * n] = digit(byte >> 4)
        text[2 * n + 1] = digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Whether a text consists of `count` lower-case hexadecimal digits, as ``hex(of:)`` writes them.
  package static func isHex(_ text: String, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The SHA-256 hash of the bytes: 32 bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    // The iterator of a digest is a generic type, whose metadata takes longer to create than the hash.
    SHA256.hash(data: bytes).withUnsafeBytes { Array($0) }
  }
}
