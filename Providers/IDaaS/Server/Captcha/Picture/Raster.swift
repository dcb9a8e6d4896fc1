// SPDX-License-Identifier: Apache-2.0

/// A colour: red, green and blue, from 0 to 255.
typealias Colour = SIMD3<Float>

/// A picture that is drawn into.
struct Raster {
  let width: Int
  let height: Int
  /// Row by row.
  var pixels: [Colour]

  init(width: Int, height: Int, colour: Colour = .zero) {
    self.width = width
    self.height = height
    pixels = Array(repeating: colour, count: width * height)
  }

  /// The nearest pixel; beyond an edge, the edge's.
  func colour(x: Int, y: Int) -> Colour {
    pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }

  /// Blends a colour over a pixel.
  ///
  /// - Parameter alpha: The opacity, from 0 to 1.
  @inline(__always)
  mutating func lay(_ colour: Colour, over index: Int, alpha: Float) {
    pixels[index] += (colour - pixels[index]) * alpha
  }
}

extension Colour {
  /// How bright it looks, from 0 to 255.
  var luma: Float { x * 0.299 + y * 0.587 + z * 0.114 }

  /// A colour by its hue in turns, its saturation and its brightness, both from 0 to 1.
  init(hue: Float, saturation: Float, brightness: Float) {
    func part(_ offset: Float) -> Float {
      let k = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      let position = k < 0 ? k + 6 : k
      return brightness * (1 - saturation * Swift.max(0, Swift.min(position, 4 - position, 1)))
        * 255
    }
    self.init(part(5), part(3), part(1))
  }
}

/// The smoothstep function: 0 below the lower edge, 1 above the upper one, smooth between them.
func smoothStep(_ lower: Float, _ upper: Float, _ value: Float) -> Float {
  let part = min(max((value - lower) / (upper - lower), 0), 1)
  return part * part * (3 - 2 * part)
}
