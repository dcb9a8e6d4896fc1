// SPDX-License-Identifier: Apache-2.0

extension Raster {
  /// How many shades and tints the palette has: together 256 at most.
  private static let levels = (shades: 28, tints: 3)

  /// The picture in a palette of its own, as PNG.
  ///
  /// The eye distinguishes brightness better than hue, so the palette has many shades and few tints,
  /// spread over the range of the picture. Values between two entries are dithered.
  func png() throws(PNGImage.Failure) -> [UInt8] {
    let (shades, tints) = Self.levels
    var (shade, red, blue) = (Spread(), Spread(), Spread())
    let points = [Colour](unsafeUninitializedCapacity: pixels.count) { points, count in
      for index in 0..<pixels.count {
        let pixel = pixels[index]
        let (r, b) = (min(max(pixel.x, 0), 255), min(max(pixel.z, 0), 255))
        let luma = r * 0.299 + min(max(pixel.y, 0), 255) * 0.587 + b * 0.114
        points[index] = Colour(luma, r - luma, b - luma)
        shade.include(luma)
        red.include(r - luma)
        blue.include(b - luma)
      }
      count = pixels.count
    }
    let scale = Colour(shade.scale(shades), red.scale(tints), blue.scale(tints))
    let origin = Colour(shade.lower, red.lower, blue.lower)
    let indexes = [UInt8](unsafeUninitializedCapacity: pixels.count) { indexes, count in
      for y in 0..<height {
        for x in 0..<width {
          // The thresholds of the dithering: interleaved gradient noise, which shows no rows.
          let line = 0.067_110_56 * Float(x) + 0.005_837_15 * Float(y)
          let wave = 52.982_918_9 * (line - Float(Int32(line)))
          let threshold = wave - Float(Int32(wave))
          let place = (points[y * width + x] - origin) * scale
          let shade = min(Int32(place.x + threshold), Int32(shades - 1))
          let red = min(Int32(place.y + 1 - threshold), Int32(tints - 1))
          let blue = min(Int32(place.z + threshold), Int32(tints - 1))
          indexes[y * width + x] = UInt8((shade * Int32(tints) + red) * Int32(tints) + blue)
        }
      }
      count = pixels.count
    }
    var palette: [UInt8] = []
    for index in 0..<shades * tints * tints {
      let step = Colour(
        Float(index / (tints * tints)), Float(index / tints % tints), Float(index % tints))
      let point = origin + step / scale
      let (red, blue) = (point.x + point.y, point.x + point.z)
      let green = (point.x - 0.299 * red - 0.114 * blue) / 0.587
      palette += [red, green, blue].map { UInt8(min(max($0.rounded(), 0), 255)) }
    }
    return try PNGImage.encode(indexes: indexes, palette: palette, width: width, height: height)
  }
}

/// The minimum and the maximum of some numbers.
private struct Spread {
  var lower = Float.infinity
  var upper = -Float.infinity

  @inline(__always)
  mutating func include(_ value: Float) {
    lower = min(lower, value)
    upper = max(upper, value)
  }

  /// The factor that maps the range of the numbers to the range of the levels.
  func scale(_ levels: Int) -> Float { Float(levels - 1) / max(upper - lower, 1) }
}
