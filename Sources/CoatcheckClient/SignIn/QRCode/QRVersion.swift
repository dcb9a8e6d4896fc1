// SPDX-License-Identifier: Apache-2.0

/// One size of a QR code, at error correction level M.
struct QRVersion: Sendable {
  let number: Int
  /// All codewords, those of error correction among them.
  let total: Int
  /// The codewords of error correction in each block.
  let correction: Int
  let blocks: Int
  /// Where the alignment patterns have their middles, in both directions.
  let alignment: [Int]

  var size: Int { 17 + 4 * number }
  /// The codewords of data.
  var data: Int { total - correction * blocks }
  /// The bits that say how long the data is.
  var countBits: Int { number < 10 ? 8 : 16 }

  /// ISO/IEC 18004, tables 1, 9 and E.1.
  static let all: [QRVersion] = [
    (26, 10, 1, []), (44, 16, 1, [6, 18]), (70, 26, 1, [6, 22]), (100, 18, 2, [6, 26]),
    (134, 24, 2, [6, 30]), (172, 16, 4, [6, 34]), (196, 18, 4, [6, 22, 38]),
    (242, 22, 4, [6, 24, 42]), (292, 22, 5, [6, 26, 46]), (346, 26, 5, [6, 28, 50]),
    (404, 30, 5, [6, 30, 54]), (466, 22, 8, [6, 32, 58]),
  ].enumerated().map { index, row in
    QRVersion(number: index + 1, total: row.0, correction: row.1, blocks: row.2, alignment: row.3)
  }

  /// The smallest version that holds this number of bytes.
  static func smallest(for count: Int) -> QRVersion? {
    all.first { 4 + $0.countBits + 8 * count <= 8 * $0.data }
  }

  /// The codewords of the data and of error correction, in the order in which they are placed.
  ///
  /// The data is cut into blocks, of which the last ones may be one longer; the first words of all blocks
  /// come first, then the second ones, and so on.
  func interleaved(_ words: [UInt8]) -> [UInt8] {
    let short = data / blocks
    let longCount = data % blocks
    var start = 0
    var dataBlocks: [[UInt8]] = []
    for index in 0..<blocks {
      let length = short + (index >= blocks - longCount ? 1 : 0)
      dataBlocks.append(Array(words[start..<(start + length)]))
      start += length
    }
    let checks = dataBlocks.map { ReedSolomon.remainder(of: $0, count: correction) }
    var result: [UInt8] = []
    for index in 0...short {
      result += dataBlocks.compactMap { index < $0.count ? $0[index] : nil }
    }
    for index in 0..<correction { result += checks.map { $0[index] } }
    return result
  }
}
