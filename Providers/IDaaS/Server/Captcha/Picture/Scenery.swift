// SPDX-License-Identifier: Apache-2.0

/// A random landscape: sky, a sun, clouds, hills, and discs of light and shade before them.
///
/// It contains many soft edges and bright and dark patches, so that the hole cannot be found by its
/// contrast.
struct Scenery {
  private var random: PuzzleRandom
  private var grain: GrainRandom
  private var raster: Raster
  private let hue: Float

  /// Draws one.
  ///
  /// - Parameter picture: A picture in place of the landscape. A random part of it is drawn, with discs
  ///   over it, so that a program that has the picture does not find the hole by comparing.
  static func draw(
    on picture: Raster?, width: Int, height: Int, _ random: inout PuzzleRandom
  ) -> Raster {
    var scenery = Scenery(width: width, height: height, random)
    if let picture {
      scenery.drawPart(of: picture)
    } else {
      scenery.drawSky()
      scenery.drawHills()
    }
    scenery.drawDiscs()
    scenery.drawWeather()
    random = scenery.random
    return scenery.raster
  }

  private init(width: Int, height: Int, _ random: PuzzleRandom) {
    self.random = random
    grain = GrainRandom(&self.random)
    raster = Raster(width: width, height: height)
    hue = self.random.real(in: 0...1)
  }

  private mutating func drawPart(of picture: Raster) {
    let (width, height) = (raster.width, raster.height)
    let left = random.integer(in: 0...max(0, picture.width - width))
    let top = random.integer(in: 0...max(0, picture.height - height))
    let isMirrored = random.happens(0.5)
    let light = Colour(
      random.real(in: 0.85...1.1), random.real(in: 0.85...1.1), random.real(in: 0.85...1.1))
    for y in 0..<height {
      for x in 0..<width {
        let column = isMirrored ? width - 1 - x : x
        raster.pixels[y * width + x] = picture.colour(x: left + column, y: top + y) * light
      }
    }
  }

  private mutating func drawSky() {
    let top = Colour(
      hue: hue, saturation: random.real(in: 0.25...0.6), brightness: random.real(in: 0.55...0.85))
    let bottom = Colour(
      hue: hue + random.real(in: -0.2...0.2), saturation: random.real(in: 0.15...0.45),
      brightness: random.real(in: 0.75...1))
    let tilt = random.real(in: -0.4...0.4)
    let (width, height) = (raster.width, raster.height)
    for y in 0..<height {
      let down = Float(y) / Float(height)
      for x in 0..<width {
        let part = min(max(down + tilt * (Float(x) / Float(width) - 0.5), 0), 1)
        raster.pixels[y * width + x] = top + (bottom - top) * part
      }
    }
    let sun = Colour(hue: hue + 0.5, saturation: 0.25, brightness: 1)
    let place = SIMD2(random.real(in: 20...290), random.real(in: 10...70))
    let radius = random.real(in: 12...22)
    drawDisc(at: place, radius: radius * 3, softness: radius * 2.4, sun, alpha: 0.35)
    drawDisc(at: place, radius: radius, softness: 2, sun, alpha: 0.8)
  }

  private mutating func drawHills() {
    let (width, height) = (raster.width, raster.height)
    let count = random.integer(in: 4...6)
    let ground = hue + random.real(in: 0.1...0.6)
    var texture = GrainRandom(&random)
    let rough = NoisePlane(width: width, height: height, cell: 7, &texture)
    let ridges = (1...count).map { hill in
      ridge(
        level: Float(height) * (0.3 + 0.55 * Float(hill) / Float(count)),
        swing: Float(height) * 0.16)
    }
    for (hill, ridge) in ridges.enumerated() {
      let near = Float(hill + 1) / Float(count)
      let colour = Colour(
        hue: ground + random.real(in: -0.06...0.06), saturation: 0.2 + 0.4 * near,
        brightness: 0.85 - 0.5 * near + random.real(in: -0.06...0.06))
      let stripes = random.real(in: 0.05...0.22)
      let lean = random.real(in: -0.5...0.5)
      for x in 0..<width {
        let top = max(0, Int(ridge[x]))
        // Pixels that a nearer hill hides are not drawn.
        let bottom = ridges[(hill + 1)...].reduce(Float(height)) { min($0, $1[x] + 2) }
        guard top < Int(bottom) else { continue }
        for y in top..<Int(bottom) {
          let index = y * width + x
          let depth = Float(y) - ridge[x]
          // Slanted furrows, and a lit ridge.
          let wave = depth * stripes + Float(x) * lean * stripes + rough.values[index] + 256
          let furrow = abs(wave - Float(Int(wave + 0.5))) * 4 - 1
          let shade = rough.values[index] * 9 + furrow * 7 + max(0, 14 - depth) * 1.6
          raster.lay(
            colour + Colour(repeating: shade), over: index, alpha: min(max(depth, 0), 1))
        }
      }
    }
  }

  /// The height of a hill's edge at each column.
  private mutating func ridge(level: Float, swing: Float) -> [Float] {
    var ridge = [Float](repeating: level, count: raster.width)
    var swing = swing
    for cell in [96, 41, 17, 6] {
      var source = GrainRandom(&random)
      let noise = NoisePlane(width: raster.width, height: 1, cell: cell, &source)
      for x in ridge.indices { ridge[x] += noise.values[x] * swing }
      swing *= 0.42
    }
    return ridge
  }

  private mutating func drawDiscs() {
    for _ in 0..<random.integer(in: 14...20) {
      let isLight = random.happens(0.5)
      let colour = Colour(
        hue: hue + random.real(in: -0.3...0.3), saturation: random.real(in: 0.2...0.6),
        brightness: isLight ? random.real(in: 0.85...1) : random.real(in: 0.1...0.35))
      drawDisc(
        at: SIMD2(random.real(in: 0...310), random.real(in: 0...155)),
        radius: random.real(in: 6...26), softness: random.real(in: 1.2...5), colour,
        alpha: random.real(in: 0.12...0.38))
    }
  }

  private mutating func drawDisc(
    at place: SIMD2<Float>, radius: Float, softness: Float, _ colour: Colour, alpha: Float
  ) {
    let columns = max(0, Int(place.x - radius))...min(raster.width - 1, Int(place.x + radius) + 1)
    let rows = max(0, Int(place.y - radius))...min(raster.height - 1, Int(place.y + radius) + 1)
    for y in rows {
      for x in columns {
        let (dx, dy) = (Float(x) - place.x, Float(y) - place.y)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance < radius else { continue }
        let cover = 1 - smoothStep(radius - softness, radius, distance)
        raster.lay(colour, over: y * raster.width + x, alpha: cover * alpha)
      }
    }
  }

  /// Clouds, their shadows, and the grain of a film.
  private mutating func drawWeather() {
    let (width, height) = (raster.width, raster.height)
    var source = GrainRandom(&random)
    let wide = NoisePlane(width: width, height: height, cell: 58, &source)
    let middle = NoisePlane(width: width, height: height, cell: 23, &source)
    let fine = NoisePlane(width: width, height: height, cell: 9, &source)
    for index in raster.pixels.indices {
      let cloud = wide.values[index] * 17 + middle.values[index] * 12 + fine.values[index] * 9
      raster.pixels[index] += Colour(repeating: cloud + grain.next() * 5)
    }
  }
}
