// SPDX-License-Identifier: Apache-2.0

/// A picture with a hole, and the piece that belongs there.
///
/// It is determined by the seed: a server that stored the seed can draw the same puzzle again.
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
  /// - Parameter random: Returns the given number of unpredictable bytes.
  package static func make(random: (Int) -> [UInt8]) throws -> SliderPuzzle {
    try SliderPuzzle(seed: random(seedByteCount), picture: nil)
  }

  /// The answer of the puzzle with a seed, without drawing it.
  package static func answer(seed: [UInt8]) -> Int {
    var random = PuzzleRandom(seed: seed)
    return PuzzleLayout(&random).hole.x
  }

  /// Draws the puzzle of a seed.
  ///
  /// - Parameter picture: What it is cut out of, at least of the puzzle's size; nil for scenery.
  /// - Throws: `PNGImage.Failure` when there is no memory.
  init(seed: [UInt8], picture: Raster?) throws {
    var random = PuzzleRandom(seed: seed)
    let layout = PuzzleLayout(&random)
    let hole = layout.hole
    let whole = Scenery.draw(on: picture, width: Self.width, height: Self.height, &random)
    var cut = whole
    for decoy in layout.decoys {
      cut.carve(decoy, from: whole, depth: random.real(in: 0.32...0.5), &random)
    }
    cut.carve(hole, from: whole, depth: random.real(in: 0.36...0.46), &random)
    background = try cut.png()
    piece = try PNGImage.encode(
      rgba: whole.piece(hole), width: hole.shape.size, height: hole.shape.size)
    pieceSize = hole.shape.size
    pieceY = hole.y
    answer = hole.x
  }
}
