// SPDX-License-Identifier: Apache-2.0

/// The body of a message in ASCII, in lines of 76 characters at most.
///
/// [RFC 2045 §6.7](https://www.rfc-editor.org/rfc/rfc2045#section-6.7)
enum QuotedPrintable {
  static func encoded(_ text: String) -> String {
    // Each kind of line break becomes a line break of the message.
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line($0) }.joined(separator: "\r\n")
  }

  private static func line(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var line = ""
    var length = 0
    for (index, byte) in bytes.enumerated() {
      let isLast = index == bytes.count - 1
      let piece: String
      switch byte {
      // "may NOT be so represented at the end of an encoded line".
      case 0x20, 0x09: piece = isLast ? hex(byte) : String(UnicodeScalar(byte))
      case 0x21...0x3C, 0x3E...0x7E: piece = String(UnicodeScalar(byte))
      default: piece = hex(byte)
      }
      // 75, not 76: the `=` of the soft line break needs one character.
      if length + piece.utf8.count > 75 {
        line += "=\r\n"
        length = 0
      }
      line += piece
      length += piece.utf8.count
    }
    return line
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return "=\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
  }
}
