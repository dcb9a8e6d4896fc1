// SPDX-License-Identifier: Apache-2.0

/// A picture with a hole, and the piece that belongs there.
///
/// Everything follows from the seed, so that a server which kept the seed draws the same puzzle again.
package struct SliderPuzzle: Sendable {
  /// The size of the picture in pixels.
  package static let width = PuzzleLayout.width
  /// The size of the picture in pixels.
  package static let height = PuzzleLayout.height
  /// How many random bytes make a puzzle.
  package static let seedByteCount = 32

  /// The picture with the hole, as PNG.
  package let background: [UInt8]
  /// The piece with alpha, as PNG.
  package let piece: [UInt8]
  /// The width and the height of the piece in pixels.
  package let pieceSize: Int
  /// How far the top of the piece is from the top of the picture, in pixels.
  package let pieceY: Int
  /// How far the left of the piece has to get from the left of the picture, in pixels: the answer.
  package let answer: Int

  /// Makes a puzzle on scenery of its own.
  ///
  /// - Parameter random: as many unpredictable bytes as asked for.
  package static func make(random: (Int) -> [UInt8]) throws -> SliderPuzzle {
    try SliderPuzzle(seed: random(seedByteCount), picture: nil)
  }

  /// The answer of the puzzle with a seed, without drawing it.
  package static func answer(seed: [UInt8]) -> Int {
    var random = PuzzleRandom(seed: seed)
    return PuzzleLayout(&random).hole.x
  }

  /// The width of a seed's piece, without drawing it.
  static func pieceSize(seed: [UInt8]) -> Int {
    var random = PuzzleRandom(seed: seed)
    return PuzzleLayout(&random).hole.shape.size
  }

  /// Draws the puzzle of a seed.
  ///
  /// - Parameter picture: what it is cut out of, at least of the puzzle's size; nil for scenery.
  /// - Throws: `PNGImage.Failure` when there is no memory.
  init(seed: [UInt8], picture: Raster?) throws {
    let drawn = Drawn(seed: seed, picture: picture)
    let hole = drawn.layout.hole
    background = try drawn.cut.png()
    piece = try PNGImage.encode(
      rgba: drawn.piece, width: hole.shape.size, height: hole.shape.size)
    pieceSize = hole.shape.size
    pieceY = hole.y
    answer = hole.x
  }

  /// The picture with the piece laid somewhere, as PNG: for pages that can't move a piece themselves.
  ///
  /// - Parameter x: how far the left of the piece is from the left of the picture, in pixels.
  static func composed(seed: [UInt8], picture: Raster?, pieceAt x: Int) throws -> [UInt8] {
    let drawn = Drawn(seed: seed, picture: picture)
    let hole = drawn.layout.hole
    var raster = drawn.cut
    for index in 0..<hole.shape.size * hole.shape.size {
      let column = x + index % hole.shape.size
      guard (0..<width).contains(column) else { continue }
      let pixel = (0..<4).map { Float(drawn.piece[index * 4 + $0]) }
      raster.lay(
        Colour(pixel[0], pixel[1], pixel[2]),
        over: (hole.y + index / hole.shape.size) * width + column, alpha: pixel[3] / 255)
    }
    return try raster.png()
  }
}

/// A puzzle before it is written as PNG.
private struct Drawn {
  let layout: PuzzleLayout
  /// The picture with its holes.
  var cut: Raster
  /// The piece: red, green, blue, alpha.
  let piece: [UInt8]

  init(seed: [UInt8], picture: Raster?) {
    var random = PuzzleRandom(seed: seed)
    layout = PuzzleLayout(&random)
    let whole = Scenery.draw(
      on: picture, width: PuzzleLayout.width, height: PuzzleLayout.height, &random)
    cut = whole
    for decoy in layout.decoys {
      cut.carve(decoy, from: whole, depth: random.real(in: 0.32...0.5), &random)
    }
    cut.carve(layout.hole, from: whole, depth: random.real(in: 0.36...0.46), &random)
    piece = whole.piece(layout.hole)
  }
}
