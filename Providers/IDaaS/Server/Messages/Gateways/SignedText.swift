// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Crypto
import Foundation

/// Hashes, encodings and dates for the signatures of the gateways.
enum SignedText {
  /// The SHA-256 of some bytes, in lower-case hexadecimal digits.
  static func digest(_ bytes: some DataProtocol) -> String { hex(SHA256.hash(data: bytes)) }

  /// The HMAC-SHA-256 of a text.
  static func code(_ text: String, key: some ContiguousBytes) -> [UInt8] {
    Array(
      HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// A text with everything but letters, digits and `-_.~` as `%XX`: the unreserved characters of
  /// [RFC 3986 §2.3](https://www.rfc-editor.org/rfc/rfc3986#section-2.3).
  static func percentEncoded(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x2E, 0x7E: encoded.append(byte)
      default:
        encoded.append(0x25)
        encoded += Array(hex([byte]).uppercased().utf8)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// A moment in UTC: `2023-10-26T10:22:32Z`.
  static func utc(_ date: Date) -> String {
    date.formatted(.iso8601)
  }
}
