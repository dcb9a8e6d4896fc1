// SPDX-License-Identifier: Apache-2.0

/// A tenant's own picture, scaled to the size of a puzzle.
extension Raster {
  /// A picture from bytes.
  ///
  /// - Parameter bytes: Red, green and blue of each pixel, row by row.
  init(width: Int, height: Int, rgb bytes: [UInt8]) {
    self.init(width: width, height: height)
    for index in 0..<width * height {
      pixels[index] = Colour(
        Float(bytes[index * 3]), Float(bytes[index * 3 + 1]), Float(bytes[index * 3 + 2]))
    }
  }

  /// The middle of the picture, made smaller until it just covers a size.
  ///
  /// - Returns: Nil when it is smaller than that.
  func covering(width newWidth: Int, height newHeight: Int) -> Raster? {
    guard width >= newWidth, height >= newHeight else { return nil }
    let scale = min(Float(width) / Float(newWidth), Float(height) / Float(newHeight))
    let left = (Float(width) - scale * Float(newWidth)) / 2
    let top = (Float(height) - scale * Float(newHeight)) / 2
    var result = Raster(width: newWidth, height: newHeight)
    for y in 0..<newHeight {
      let rows = Self.span(y, from: top, scale: scale, within: height)
      for x in 0..<newWidth {
        let columns = Self.span(x, from: left, scale: scale, within: width)
        var sum = Colour.zero
        for row in rows {
          for column in columns { sum += pixels[row * width + column] }
        }
        result.pixels[y * newWidth + x] = sum / Float(rows.count * columns.count)
      }
    }
    return result
  }

  /// The pixels that become one.
  private static func span(
    _ index: Int, from start: Float, scale: Float, within count: Int
  ) -> ClosedRange<Int> {
    let first = min(max(Int(start + Float(index) * scale), 0), count - 1)
    return first...max(first, min(Int(start + Float(index + 1) * scale) - 1, count - 1))
  }
}
