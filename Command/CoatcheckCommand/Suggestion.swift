// SPDX-License-Identifier: Apache-2.0

/// Finds the word that a user may have meant by an unknown one.
public enum Suggestion {
  /// The known word with the fewest typing errors. Two letters may be wrong, missing, too many or swapped,
  /// and only one letter if `word` has fewer than 5 characters.
  ///
  /// - Parameters:
  ///   - word: The word of the user.
  ///   - known: The known words; of two with the same number of errors, the first is returned.
  /// - Returns: Nil if every known word has more errors.
  public static func nearest(to word: String, among known: [String]) -> String? {
    let limit = word.count < 5 ? 1 : 2
    let distances = known.map { (word: $0, distance: distance(Array(word), Array($0))) }
    guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= limit else {
      return nil
    }
    return best.word
  }

  /// How many letters have to be changed, added, taken away or swapped with their neighbor (optimal string
  /// alignment).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    // A word of a very different length is not a typing error.
    guard abs(a.count - b.count) < 3, a.count < 64 else { return .max }
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
