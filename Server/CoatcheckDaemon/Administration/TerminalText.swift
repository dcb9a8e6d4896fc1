// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Untrusted text for a terminal: control characters and invisible characters are escaped.
enum TerminalText {
  /// A text on one line.
  static func line(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { line, scalar in
      if isShown(scalar) {
        line.unicodeScalars.append(scalar)
      } else {
        line += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }

  /// JSON on one line, with the same characters escaped as JSON escapes them.
  static func json(_ object: JSONObject) -> String {
    String(decoding: object.serialized(), as: UTF8.self).unicodeScalars.reduce(into: "") {
      line, scalar in
      // Below U+0080 the writer has escaped what needs it; above, everything stands within a string.
      if scalar.value < 0x7F || isShown(scalar) {
        line.unicodeScalars.append(scalar)
        return
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
