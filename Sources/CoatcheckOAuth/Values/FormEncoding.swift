// SPDX-License-Identifier: Apache-2.0

/// `application/x-www-form-urlencoded` of one name or value.
///
/// [RFC 6749 appendix B](https://www.rfc-editor.org/rfc/rfc6749#appendix-B): UTF-8, then the rules
/// of HTML, in which a space is `+`.
package enum FormEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes a text: letters, digits, `*`, `-`, `.` and `_` are not changed, a space becomes `+`, and other
  /// bytes become `%XX`.
  package static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: bytes.append(byte)
      case 0x20: bytes.append(0x2B)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a text; nil when a `%` is not followed by two digits, when the bytes are not UTF-8, or when
  /// there is an unencoded control character or any NUL. Nothing is repaired.
  package static func decode(_ encoded: some Sequence<UInt8>) -> String? {
    // Fast path: most identifiers and tokens need no decoding.
    let plain = encoded.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x25 && $0 != 0x2B }
        ? String(decoding: bytes, as: UTF8.self) : nil
    }
    if let plain = plain ?? nil { return plain }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.underestimatedCount)
    var iterator = encoded.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case 0x2B: bytes.append(0x20)
      case 0x25:
        guard let high = iterator.next().flatMap(value), let low = iterator.next().flatMap(value),
          high << 4 | low != 0
        else { return nil }
        bytes.append(high << 4 | low)
      case 0..<0x20, 0x7F: return nil
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The value of a hexadecimal digit; nil when the byte is not one.
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
