// SPDX-License-Identifier: Apache-2.0

/// Suggests a known name for an unknown one.
enum NearestName {
  /// The known name that differs by a few letters, or only in capitals and marks.
  ///
  /// - Returns: Nil when none is near: a wrong guess would mislead.
  static func of(_ name: String, among known: [String]) -> String? {
    let letters = plain(name)
    var nearest: (name: String, distance: Int)?
    for candidate in known {
      let changes = distance(letters, plain(candidate))
      if changes < nearest?.distance ?? .max { nearest = (candidate, changes) }
    }
    guard let nearest, nearest.distance <= max(1, min(letters.count / 4, 3)) else { return nil }
    return nearest.name
  }

  private static func plain(_ name: String) -> [UInt8] {
    name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
  }

  /// How many letters have to be added, removed, replaced or swapped with the next one.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var rows = [Array(0...other.count)]
    for (i, letter) in one.enumerated() {
      var row = [i + 1]
      for (j, its) in other.enumerated() {
        var least = min(
          rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == its ? 0 : 1))
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == its {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
