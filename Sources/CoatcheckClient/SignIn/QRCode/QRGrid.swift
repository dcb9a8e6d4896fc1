// SPDX-License-Identifier: Apache-2.0

/// The square of a QR code while it is drawn.
struct QRGrid {
  let size: Int
  private(set) var dark: [Bool]
  /// The modules that are patterns and hold no data.
  private var isFixed: [Bool]

  /// The patterns that every code of the version has.
  init(_ version: QRVersion) {
    size = version.size
    dark = Array(repeating: false, count: size * size)
    isFixed = dark
    for index in 0..<size {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
    let middles = version.alignment
    for (first, row) in middles.enumerated() {
      for (second, column) in middles.enumerated() {
        let isCorner =
          (first == 0 && second == 0) || (first == 0 && second == middles.count - 1)
          || (first == middles.count - 1 && second == 0)
        if !isCorner { drawAlignment(row, column) }
      }
    }
    // The modules of the format are reserved before the data is placed.
    writeFormat(mask: 0)
    if version.number >= 7 { writeVersion(version.number) }
  }

  private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return }
    dark[row * size + column] = isDark
    isFixed[row * size + column] = true
  }

  private mutating func drawFinder(_ row: Int, _ column: Int) {
    for down in -4...4 {
      for right in -4...4 {
        let distance = max(abs(down), abs(right))
        fix(row + down, column + right, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ row: Int, _ column: Int) {
    for down in -2...2 {
      for right in -2...2 { fix(row + down, column + right, max(abs(down), abs(right)) != 1) }
    }
  }

  /// The error correction level M (00) and the mask, with ten bits that correct errors: twice.
  mutating func writeFormat(mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { fix(index, 8, bit(index)) }
    fix(7, 8, bit(6))
    fix(8, 8, bit(7))
    fix(8, 7, bit(8))
    for index in 9..<15 { fix(8, 14 - index, bit(index)) }
    for index in 0..<8 { fix(8, size - 1 - index, bit(index)) }
    for index in 8..<15 { fix(size - 15 + index, 8, bit(index)) }
    // The module that is always dark.
    fix(size - 8, 8, true)
  }

  private mutating func writeVersion(_ number: Int) {
    var rest = number
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = number << 12 | rest
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      fix(size - 11 + index % 3, index / 3, isDark)
      fix(index / 3, size - 11 + index % 3, isDark)
    }
  }

  /// Places the codewords in columns of two, up and down from the right, and masks them.
  mutating func place(_ words: [UInt8], mask: Int) {
    var next = 0
    for right in stride(from: size - 1, through: 1, by: -2) {
      // The column of the timing pattern is left out.
      let right = right <= 6 ? right - 1 : right
      let goesUp = (right + 1) & 2 == 0
      for step in 0..<size {
        let row = goesUp ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * size + column] {
          let isDark = next < words.count * 8 && words[next / 8] >> (7 - next % 8) & 1 == 1
          dark[row * size + column] = isDark != Self.masks(mask, row, column)
          next += 1
        }
      }
    }
  }

  private static func masks(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }
}
