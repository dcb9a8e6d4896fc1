// SPDX-License-Identifier: Apache-2.0

/// The hole and the piece of a puzzle.
extension Raster {
  /// Cuts a hole. It shows another part of the picture, shaded, with a rim that has light and shadow: the
  /// hole is neither uniformly bright or dark, nor a copy of the piece.
  ///
  /// - Parameters:
  ///   - whole: The picture without holes.
  ///   - depth: How much darker or brighter the inside is, up to 1.
  mutating func carve(
    _ hole: PuzzleLayout.Hole, from whole: Raster, depth: Float, _ random: inout PuzzleRandom
  ) {
    let size = hole.shape.size
    let distances = hole.shape.distances()
    let (shiftX, shiftY) = (random.integer(in: 24...60), random.integer(in: -30...30))
    var grain = GrainRandom(&random)
    var sum: Float = 0
    for y in stride(from: 0, to: size, by: 4) {
      for x in stride(from: 0, to: size, by: 4) {
        sum += whole.colour(x: hole.x + x, y: hole.y + y).luma
      }
    }
    let mean = sum / Float((size + 3) / 4 * ((size + 3) / 4))
    // A dark hole cannot be seen on a dark ground, so the hole is bright there.
    let target: Float = mean < 96 || (mean < 140 && random.happens(0.4)) ? 235 : 18
    for y in 1..<size - 1 {
      for x in 1..<size - 1 {
        let distance = distances[y * size + x]
        guard distance < 2 else { continue }
        let index = (hole.y + y) * width + hole.x + x
        // The direction of the outline: whether it faces the light, which comes from the upper left.
        let facing =
          (distances[y * size + x - 1] - distances[y * size + x + 1]
            + distances[(y - 1) * size + x] - distances[(y + 1) * size + x]) / 2.83
        if distance < 0.7 {
          let (here, there) = (
            whole.pixels[index],
            whole.colour(x: hole.x + x - shiftX, y: hole.y + y + shiftY)
          )
          var inside = here * 0.6 + there * 0.4
          inside += (Colour(repeating: target) - inside) * depth
          let rim = max(0, 1 + distance / 5)
          inside -= Colour(repeating: max(facing, -0.25) * rim * rim * 46 + grain.next() * 4)
          lay(inside, over: index, alpha: 1 - smoothStep(-0.7, 0.7, distance))
        } else {
          // A thin light on the far rim.
          pixels[index] += Colour(repeating: max(0, -facing) * (2 - distance) * 14)
        }
      }
    }
  }

  /// The piece that fits a hole, with a bevel and a soft shadow: red, green, blue, alpha.
  func piece(_ hole: PuzzleLayout.Hole) -> [UInt8] {
    let size = hole.shape.size
    let distances = hole.shape.distances()
    var bytes = [UInt8](repeating: 0, count: size * size * 4)
    for y in 1..<size - 1 {
      for x in 1..<size - 1 {
        let distance = distances[y * size + x]
        guard distance < 3.5 else { continue }
        let facing =
          (distances[y * size + x - 1] - distances[y * size + x + 1]
            + distances[(y - 1) * size + x] - distances[(y + 1) * size + x]) / 2.83
        let cover = 1 - smoothStep(-0.7, 0.7, distance)
        let shadow = (1 - smoothStep(-0.5, 3.5, distance)) * 0.45
        let bevel = smoothStep(-3, 0, distance)
        let body =
          pixels[(hole.y + y) * width + hole.x + x] + Colour(repeating: facing * bevel * 70)
        let alpha = cover + shadow * (1 - cover)
        let colour = body * (cover / max(alpha, 0.001))
        for (offset, part) in [colour.x, colour.y, colour.z, alpha * 255].enumerated() {
          bytes[(y * size + x) * 4 + offset] = UInt8(min(max(part, 0), 255))
        }
      }
    }
    return bytes
  }
}
