// SPDX-License-Identifier: Apache-2.0

extension QRGrid {
  /// The penalty score, by which the mask is chosen: ISO/IEC 18004 §7.8.3.
  var penalty: Int {
    let rows = (0..<size).map { row in (0..<size).map { dark[row * size + $0] } }
    let columns = (0..<size).map { column in (0..<size).map { dark[$0 * size + column] } }
    var score = (rows + columns).reduce(0) { $0 + Self.runs($1) + Self.finders($1) }
    for row in 1..<size {
      for column in 1..<size {
        let square = [
          rows[row][column], rows[row - 1][column], rows[row][column - 1],
          rows[row - 1][column - 1],
        ]
        if Set(square).count == 1 { score += 3 }
      }
    }
    // Ten points for each 5 percent by which the share of dark modules differs from half.
    let count = dark.count { $0 }
    return score + abs(count * 20 - dark.count * 10) / dark.count * 10
  }

  /// The points for five or more adjacent modules of one color.
  private static func runs(_ line: [Bool]) -> Int {
    var (score, length) = (0, 0)
    for (index, isDark) in line.enumerated() {
      length = index > 0 && line[index - 1] == isDark ? length + 1 : 1
      if length == 5 { score += 3 } else if length > 5 { score += 1 }
    }
    return score
  }

  /// The points for what looks like a finder pattern: 1:1:3:1:1 with four light modules on one side.
  private static func finders(_ line: [Bool]) -> Int {
    let pattern = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    var score = 0
    for start in 0..<max(0, line.count - 10) {
      let part = Array(line[start..<(start + 11)])
      if part == pattern + light || part == light + pattern { score += 40 }
    }
    return score
  }
}
