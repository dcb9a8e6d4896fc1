// SPDX-License-Identifier: Apache-2.0

/// Makes text from elsewhere (providers, APIs, tokens, command lines) safe to show.
///
/// A terminal obeys escape sequences, and a reader is misled by text that runs backwards or that
/// pretends to be a further line of the log. What is shown therefore holds neither.
public enum UntrustedText {
  /// `text` on one line, cut after `limit` Unicode scalars.
  ///
  /// Line breaks and tabs become spaces; every other control, every invisible formatting character
  /// (bidirectional overrides, zero-width joiners, tags), private and unassigned code point becomes
  /// U+FFFD. A cut is shown by `…`.
  public static func printable(_ text: String, limit: Int = 200) -> String {
    shown(text.unicodeScalars.prefix(limit + 1), limit: limit, keepsLines: false)
  }

  /// `text` with its line breaks and tabs, in full length; everything else is replaced as by
  /// ``printable(_:limit:)``.
  public static func printableLines(_ text: String) -> String {
    shown(text.unicodeScalars[...], limit: .max, keepsLines: true)
  }

  /// A JSON text on which a terminal does nothing and which runs in one direction: what ``printable(_:limit:)``
  /// replaces is escaped, so that it means the same as before.
  ///
  /// [RFC 8259 §7](https://www.rfc-editor.org/rfc/rfc8259#section-7).
  ///
  /// - Parameter text: Serialized JSON, in which such characters are within strings only.
  public static func printable(json text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      // "Any character may be escaped. If the character is in the Basic Multilingual Plane […], then it may be
      // represented as a six-character sequence"; another one "is represented as a 12-character sequence,
      // encoding the UTF-16 surrogate pair".
      guard !isHarmless(scalar) else {
        shown.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return shown
  }

  private static func shown(
    _ scalars: Substring.UnicodeScalarView, limit: Int, keepsLines: Bool
  ) -> String {
    var shown = String.UnicodeScalarView()
    var count = 0
    for scalar in scalars {
      guard count < limit else {
        shown.append("…")
        break
      }
      shown.append(replacement(for: scalar, keepsLines: keepsLines))
      count += 1
    }
    return String(shown)
  }

  private static func replacement(
    for scalar: Unicode.Scalar, keepsLines: Bool
  ) -> Unicode.Scalar {
    if isHarmless(scalar) {
      return scalar.properties.generalCategory == .spaceSeparator ? " " : scalar
    }
    if scalar == "\n" || scalar == "\t" { return keepsLines ? scalar : " " }
    if scalar == "\r" { return " " }
    return switch scalar.properties.generalCategory {
    case .lineSeparator, .paragraphSeparator: " "
    default: "\u{FFFD}"
    }
  }

  /// Whether a terminal shows the character in its place and does nothing else.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
