// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension TokenDigest {
  /// A digest in 64 lower-case hexadecimal digits; nil for any other text.
  init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
    }
    self.init(bytes: bytes)
    guard self.hex.utf8.elementsEqual(digits) else { return nil }
  }
}
