// SPDX-License-Identifier: Apache-2.0

/// Smooth noise: random heights at the corners of a lattice, interpolated between them, from -1 to 1.
struct NoisePlane {
  let width: Int
  let values: [Float]

  /// - Parameter cell: How many pixels lie between two corners.
  init(width: Int, height: Int, cell: Int, _ random: inout GrainRandom) {
    self.width = width
    let columns = width / cell + 2
    let rows = height / cell + 2
    var corners = [Float](repeating: 0, count: columns * rows)
    for index in corners.indices { corners[index] = random.next() }
    let steps = (0..<cell).map { smoothStep(0, 1, Float($0) / Float(cell)) }
    values = [Float](unsafeUninitializedCapacity: width * height) { values, count in
      var line = [Float](repeating: 0, count: columns)
      for y in 0..<height {
        let (row, step) = (y / cell * columns, steps[y % cell])
        for column in 0..<columns {
          let upper = corners[row + column]
          line[column] = upper + (corners[row + columns + column] - upper) * step
        }
        var (column, part) = (0, 0)
        for x in 0..<width {
          values[y * width + x] = line[column] + (line[column + 1] - line[column]) * steps[part]
          part += 1
          if part == cell { (column, part) = (column + 1, 0) }
        }
      }
      count = width * height
    }
  }
}
