// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The text of a header field, in ASCII.
enum HeaderText {
  /// Encodes a text for a header field: short visible ASCII as it is, other text as encoded words, one on
  /// each line.
  ///
  /// "Each line of a header field that contains one or more 'encoded-word's is limited to 76 characters".
  /// No word ends within a character. [RFC 2047 §2, §5](https://www.rfc-editor.org/rfc/rfc2047#section-2)
  ///
  /// - Throws: `header` for a text with control characters: a line break would begin another field.
  static func encoded(_ text: String) throws(SMTPFailure) -> String {
    let isBroken = text.unicodeScalars.contains { scalar in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard !isBroken else { throw SMTPFailure(.writing, .header) }
    let isPlain = text.utf8.count <= 66 && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    if isPlain, !text.contains("=?"), !text.hasPrefix(" "), !text.hasSuffix(" ") { return text }
    var words: [String] = []
    var word: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      // 39 bytes are 52 characters of base64: with 12 for `=?utf-8?B?…?=` and 9 for `Subject: `, 73 of 76.
      if word.count + bytes.count > 39 {
        words.append(frame(word))
        word = []
      }
      word += bytes
    }
    if !word.isEmpty { words.append(frame(word)) }
    return words.joined(separator: "\r\n ")
  }

  /// Encodes a display name: plain text in quotes, other text as encoded words, which cannot stand in
  /// quotes.
  static func name(_ text: String) throws(SMTPFailure) -> String {
    let encoded = try encoded(text)
    guard encoded == text else { return encoded }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func frame(_ bytes: [UInt8]) -> String {
    "=?utf-8?B?" + Data(bytes).base64EncodedString() + "?="
  }
}
