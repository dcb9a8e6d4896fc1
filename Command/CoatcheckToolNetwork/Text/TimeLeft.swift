// SPDX-License-Identifier: Apache-2.0

/// A length of time in words, in its two largest units.
enum TimeLeft {
  private static let units = [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")]

  /// `9 min 58 s`; fractions of a second are dropped, and a negative length counts as zero.
  static func text(_ seconds: Double) -> String {
    var rest = Int(min(max(seconds, 0), 1e15))
    guard let first = units.firstIndex(where: { rest >= $0.0 }) else { return "0 s" }
    var words: [String] = []
    for (size, unit) in units[first...].prefix(2) {
      if rest >= size { words.append("\(rest / size) \(unit)") }
      rest %= size
    }
    return words.joined(separator: " ")
  }
}
