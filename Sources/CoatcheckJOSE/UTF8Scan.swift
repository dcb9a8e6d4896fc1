// SPDX-License-Identifier: Apache-2.0

/// Checks that bytes are UTF-8, without making a string of them.
enum UTF8Scan {
  /// Whether the bytes are well-formed: no surrogates, nothing above U+10FFFF, no overlong encodings.
  ///
  /// [RFC 3629 §4](https://www.rfc-editor.org/rfc/rfc3629#section-4), whose grammar this is.
  static func isWellFormed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    let end = bytes.count
    var at = 0
    while at < end {
      // ASCII is skipped eight bytes at a time.
      if at + 8 <= end, WordScan.load(base + at) & WordScan.highs == 0 {
        at += 8
        continue
      }
      let (tails, second): (Int, ClosedRange<UInt8>)
      switch base[at] {
      case 0x00...0x7F:
        at += 1
        continue
      case 0xC2...0xDF: (tails, second) = (1, 0x80...0xBF)
      case 0xE0: (tails, second) = (2, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE, 0xEF: (tails, second) = (2, 0x80...0xBF)
      case 0xED: (tails, second) = (2, 0x80...0x9F)
      case 0xF0: (tails, second) = (3, 0x90...0xBF)
      case 0xF1...0xF3: (tails, second) = (3, 0x80...0xBF)
      case 0xF4: (tails, second) = (3, 0x80...0x8F)
      default: return false
      }
      guard at + tails < end, second.contains(base[at + 1]) else { return false }
      if tails > 1, base[at + 2] & 0xC0 != 0x80 { return false }
      if tails > 2, base[at + 3] & 0xC0 != 0x80 { return false }
      at += tails + 1
    }
    return true
  }
}
