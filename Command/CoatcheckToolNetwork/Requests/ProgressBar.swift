// SPDX-License-Identifier: Apache-2.0

/// How far a transfer has come, as one line of text.
///
/// ```
/// sent     [==========>         ]  50%  5.0 MB of 10.0 MB
/// received 12.3 MB
/// ```
enum ProgressBar {
  /// The maximum width of the bar, in characters.
  private static let widest = 40
  /// The minimum width of the bar, in characters; where there is less room, it is left out.
  private static let narrowest = 10

  /// The line.
  ///
  /// - Parameters:
  ///   - word: What happens to the bytes.
  ///   - bytes: How many were transferred.
  ///   - total: How many there will be; nil if that is not known.
  ///   - width: How many columns there are. The line is shorter by one, since a terminal may wrap after
  ///     its last column; what has no room is left out.
  static func line(_ word: String, bytes: Int64, total: Int64?, width: Int) -> String {
    let room = max(0, width - 1)
    guard let total, total > 0 else {
      return String("\(word) \(size(bytes))".prefix(room))
    }
    let fraction = min(max(Double(bytes) / Double(total), 0), 1)
    let percent = String(Int(fraction * 100))
    let number = String(repeating: " ", count: 3 - percent.count) + percent + "%"
    let plain = "\(word) \(number)  \(size(bytes)) of \(size(total))"
    let columns = min(widest, room - plain.count - 3)
    guard columns >= narrowest else { return String(plain.prefix(room)) }
    let tail = plain.dropFirst(word.count + 1)
    return "\(word) [\(bar(fraction, columns))] \(tail)"
  }

  private static func bar(_ fraction: Double, _ columns: Int) -> String {
    let filled = Int(fraction * Double(columns))
    guard filled < columns else { return String(repeating: "=", count: columns) }
    return String(repeating: "=", count: filled) + ">"
      + String(repeating: " ", count: columns - filled - 1)
  }

  /// A number of bytes with three digits or so: `999 B`, `5.0 MB`.
  static func size(_ bytes: Int64) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    guard bytes >= 1000 else { return "\(max(0, bytes)) B" }
    var value = Double(bytes) / 1000
    var unit = 0
    while value >= 999.95, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
