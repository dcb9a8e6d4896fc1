// SPDX-License-Identifier: Apache-2.0

/// Where the hole of a puzzle is, what shape it has, and which holes are decoys. It follows from the seed alone.
struct PuzzleLayout {
  /// A shape and the upper left corner of the square it fits into.
  struct Hole {
    let shape: JigsawShape
    let x: Int
    let y: Int
  }

  /// The size of the picture.
  static let width = 310
  /// The size of the picture.
  static let height = 155

  /// Where the piece belongs.
  let hole: Hole
  /// Holes where the piece does not belong: squares near its height, and the shapes of other pieces at
  /// other heights.
  let decoys: [Hole]

  init(_ random: inout PuzzleRandom) {
    let shape = JigsawShape(size: random.integer(in: 46...50), &random)
    // Rule 1 of the slider: the hole is at least 100 pixels from the left.
    let hole = Hole(
      shape: shape, x: random.integer(in: 100...Self.width - shape.size - 4),
      y: random.integer(in: 4...Self.height - shape.size - 4))
    self.hole = hole
    var decoys: [Hole] = []
    // A program that looks for edges at the height of the piece finds those of decoys as well.
    for _ in 0..<40 where decoys.count < 2 {
      let blank = JigsawShape(size: random.integer(in: 46...54), isBlank: true, &random)
      let top = hole.y + random.integer(in: -8...8)
      let decoy = Hole(
        shape: blank, x: random.integer(in: 40...Self.width - blank.size - 4),
        y: min(max(top, 2), Self.height - blank.size - 2))
      if !([hole] + decoys).contains(where: { $0.touches(decoy) }) { decoys.append(decoy) }
    }
    let wanted = decoys.count + random.integer(in: 1...2)
    for _ in 0..<40 where decoys.count < wanted {
      let other = JigsawShape(size: random.integer(in: 44...50), &random)
      let decoy = Hole(
        shape: other, x: random.integer(in: 56...Self.width - other.size - 4),
        y: random.integer(in: 4...Self.height - other.size - 4))
      // The height and the shape differ from the right hole, so that a user can tell them apart.
      guard abs(decoy.y - hole.y) >= 14, other.sides != shape.sides,
        !([hole] + decoys).contains(where: { $0.touches(decoy) })
      else { continue }
      decoys.append(decoy)
    }
    self.decoys = decoys
  }
}

extension PuzzleLayout.Hole {
  func touches(_ other: Self) -> Bool {
    abs(x - other.x) < 46 && abs(y - other.y) < 46
  }
}
