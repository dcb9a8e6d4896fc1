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

  /// `text` with its line breaks and tabs, and everything else as ``printable(_:limit:)`` does.
  public static func printableLines(_ text: String) -> String {
    shown(text.unicodeScalars[...], limit: .max, keepsLines: true)
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
    if scalar.value >= 0x20 && scalar.value < 0x7F { return scalar }
    if scalar == "\n" || scalar == "\t" { return keepsLines ? scalar : " " }
    if scalar == "\r" { return " " }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned: "\u{FFFD}"
    case .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
    default: scalar
    }
  }
}
