// SPDX-License-Identifier: Apache-2.0

/// Makes untrusted text safe for one line of a terminal or a log.
enum PrintableText {
  /// Replaces control characters and line separators by spaces, removes invisible formatting characters
  /// such as those that change the writing direction, and truncates a longer text with `…`.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars.
  static func line(_ text: String, limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        line.append("…")
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
      case .format, .unassigned, .privateUse, .surrogate: continue
      default: line.append(scalar)
      }
      count += 1
    }
    return String(line)
  }

  /// The text with only the characters that RFC 6749 permits in `error` and `error_description`:
  /// `%x20-21 / %x23-5B / %x5D-7E`. Quotes become apostrophes, and all other characters question marks.
  static func protocolText(_ text: String, limit: Int) -> String {
    String(
      String.UnicodeScalarView(
        line(text, limit: limit).unicodeScalars.map { scalar in
          switch scalar {
          case "\"", "\\": "'"
          case " "..."~": scalar
          default: "?"
          }
        }))
  }
}
