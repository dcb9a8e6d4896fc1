// SPDX-License-Identifier: Apache-2.0

/// The outline of a jigsaw piece: a square that is turned a little, with a knob, a bay or neither on each
/// side.
struct JigsawShape {
  /// What a side has.
  enum Side: Int {
    case bay = -1
    case plain = 0
    case knob = 1
  }

  /// The width and the height of what it fits into, in pixels.
  let size: Int
  private let half: Float
  private let radius: Float
  private let turn: SIMD2<Float>
  /// Right, bottom, left, top.
  let sides: [Side]
  private let knobs: [(centre: SIMD2<Float>, side: Side)]

  /// - Parameter isBlank: Whether it has neither knobs nor bays.
  init(size: Int, isBlank: Bool = false, _ random: inout PuzzleRandom) {
    self.size = size
    half = Float(size) * 0.285
    radius = Float(size) * random.real(in: 0.105...0.125)
    // A sine and a cosine near enough for a few degrees.
    let angle = random.real(in: -0.16...0.16)
    let sine = angle - angle * angle * angle / 6
    turn = SIMD2((1 - sine * sine).squareRoot(), sine)
    var sides: [Side] = [.plain, .plain, .plain, .plain]
    while !isBlank, !sides.contains(.knob) || sides.filter({ $0 == .plain }).count > 1 {
      sides = sides.map { _ in Side(rawValue: random.integer(in: -1...1)) ?? .plain }
    }
    self.sides = sides
    let ways: [SIMD2<Float>] = [SIMD2(1, 0), SIMD2(0, 1), SIMD2(-1, 0), SIMD2(0, -1)]
    var knobs: [(SIMD2<Float>, Side)] = []
    for (way, side) in zip(ways, sides) where side != .plain {
      let slide = random.real(in: -0.08...0.08) * Float(size)
      let reach = half + Float(side.rawValue) * radius * 0.4
      knobs.append((way * reach + SIMD2(-way.y, way.x) * slide, side))
    }
    self.knobs = knobs
  }

  /// How far a point is from the outline in pixels, about; negative inside.
  ///
  /// - Parameter point: From the middle of the piece.
  func distance(_ point: SIMD2<Float>) -> Float {
    let turned = SIMD2(
      point.x * turn.x + point.y * turn.y, point.y * turn.x - point.x * turn.y)
    // A square with corners rounded by 2 pixels.
    let (x, y) = (abs(turned.x) - half + 2, abs(turned.y) - half + 2)
    let (outerX, outerY) = (max(x, 0), max(y, 0))
    var distance = (outerX * outerX + outerY * outerY).squareRoot() + min(max(x, y), 0) - 2
    for knob in knobs {
      let (dx, dy) = (turned.x - knob.centre.x, turned.y - knob.centre.y)
      let circle = (dx * dx + dy * dy).squareRoot() - radius
      distance = knob.side == .knob ? min(distance, circle) : max(distance, -circle)
    }
    return distance
  }

  /// The distances of all pixels of the square it fits into, row by row.
  func distances() -> [Float] {
    let middle = Float(size - 1) / 2
    return (0..<size * size).map { index in
      distance(SIMD2(Float(index % size) - middle, Float(index / size) - middle))
    }
  }
}
