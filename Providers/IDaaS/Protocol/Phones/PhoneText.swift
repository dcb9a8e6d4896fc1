// SPDX-License-Identifier: Apache-2.0

/// A phone number as a user typed it, cleaned.
///
/// Ignored are white space, invisible characters, round brackets, and single hyphens and dots between digits.
/// Full-width digits, plus and hyphen, as Chinese keyboards write them, are the same as the narrow ones; digits
/// of other scripts do not count. `00` at the start is `+`. Everything else is not a phone number.
struct PhoneText {
  /// The maximum length of a text, in bytes.
  private static let maximumLength = 128

  /// Whether it begins with `+`, so that an area code follows.
  let isInternational: Bool
  /// All digits, the area code's among them.
  let digits: String
  /// The digits before the first hyphen or dot of an international number; nil when nothing separates them.
  let areaCode: String?
  /// The digits after the first separator.
  let national: String

  init?(_ typed: String) {
    guard typed.utf8.count <= Self.maximumLength else { return nil }
    var groups: [String] = [""]
    var hasPlus = false
    var isAfterDigit = false
    for scalar in typed.unicodeScalars {
      if Self.isReadOver(scalar) { continue }
      switch Self.narrow(scalar) {
      case "+":
        guard !hasPlus, groups == [""] else { return nil }
        hasPlus = true
      case let digit? where ("0"..."9").contains(digit):
        groups[groups.count - 1].unicodeScalars.append(digit)
        isAfterDigit = true
      case "-", ".":
        // `-138…` and `138--…` are typing errors without a clear meaning.
        guard isAfterDigit else { return nil }
        groups.append("")
        isAfterDigit = false
      default: return nil
      }
    }
    guard isAfterDigit else { return nil }
    let all = groups.joined()
    if !hasPlus, all.hasPrefix("00") {
      isInternational = true
      digits = String(all.dropFirst(2))
      let first = groups[0].dropFirst(2)
      areaCode = groups.count > 1 && !first.isEmpty ? String(first) : nil
    } else {
      isInternational = hasPlus
      digits = all
      areaCode = hasPlus && groups.count > 1 ? groups[0] : nil
    }
    national = groups.dropFirst().joined()
    guard (1...17).contains(digits.utf8.count) else { return nil }
  }

  /// Whether a character is ignored: white space, an invisible character or a round bracket.
  private static func isReadOver(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .format || scalar == "("
      || scalar == ")"
      || scalar == "\u{FF08}" || scalar == "\u{FF09}"
  }

  /// The narrow form of a character; nil for one that is not part of phone numbers.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "0"..."9", "+", "-", ".": scalar
    case "\u{FF10}"..."\u{FF19}": Unicode.Scalar(scalar.value - 0xFF10 + 0x30)
    case "\u{FF0B}": "+"
    // Hyphens and dashes, the minus sign and the full-width hyphen.
    case "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FF0D}": "-"
    default: nil
    }
  }
}
