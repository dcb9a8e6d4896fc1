// SPDX-License-Identifier: Apache-2.0
import TestKit
@testable import CoatcheckIDaaSServer

@Suite("The slider's pictures")
struct PuzzleImageTests {
  /// The same seeds in every run: a picture that fails can be drawn again.
  private static func seeds(_ count: Int, from seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      (0..<SliderPuzzle.seedByteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }

  @Test("A picture is 310 by 155 pixels and smaller than 40 KB; a piece smaller than 9 KB")
  func sizes() throws {
    for seed in Self.seeds(12, from: 1) {
      let puzzle = try SliderPuzzle(seed: seed, picture: nil)
      let background = try PNGImage.decode(puzzle.background)
      #expect(background.width == 310 && background.height == 155)
      #expect(puzzle.background.count < 40_000)
      #expect(puzzle.piece.count < 9_000)
      let piece = try PNGImage.decode(puzzle.piece)
      #expect(piece.width == puzzle.pieceSize && piece.height == puzzle.pieceSize)
      #expect(puzzle.answer >= 100 && puzzle.answer + puzzle.pieceSize < 310)
      #expect(puzzle.pieceY >= 0 && puzzle.pieceY + puzzle.pieceSize < 155)
    }
  }

  @Test("The same seed draws the same puzzle, another seed another one")
  func seeded() throws {
    let seeds = Self.seeds(2, from: 2)
    let first = try SliderPuzzle(seed: seeds[0], picture: nil)
    let again = try SliderPuzzle(seed: seeds[0], picture: nil)
    let other = try SliderPuzzle(seed: seeds[1], picture: nil)
    #expect(first.background == again.background && first.piece == again.piece)
    #expect(first.background != other.background && first.piece != other.piece)
    #expect(SliderPuzzle.answer(seed: seeds[0]) == first.answer)
  }

  @Test("Positions are spread over the whole range, among decoys")
  func places() {
    var counts = [Int](repeating: 0, count: 4)
    for seed in Self.seeds(400, from: 3) {
      var random = PuzzleRandom(seed: seed)
      let layout = PuzzleLayout(&random)
      counts[min(3, (layout.hole.x - 100) / 40)] += 1
      #expect(!layout.hole.shape.sides.allSatisfy { $0 == .plain })
      for decoy in layout.decoys {
        let isBlank = decoy.shape.sides.allSatisfy { $0 == .plain }
        #expect(isBlank || abs(decoy.y - layout.hole.y) >= 14)
        #expect(!decoy.touches(layout.hole))
      }
    }
    #expect(counts.allSatisfy { (60...140).contains($0) }, "\(counts)")
  }

  @Test(
    "The hole is at the answer: its rim is a step in the picture, and no other place has one"
  )
  func holeIsThere() throws {
    var here: Float = 0
    var elsewhere: Float = 0
    for seed in Self.seeds(16, from: 4) {
      let puzzle = try SliderPuzzle(seed: seed, picture: nil)
      let picture = Pixels(try PNGImage.decode(puzzle.background))
      let rim = Rim(seed: seed)
      here += rim.step(in: picture, x: puzzle.answer, y: puzzle.pieceY)
      let others = stride(from: 0, to: 310 - puzzle.pieceSize, by: 9).filter {
        abs($0 - puzzle.answer) > 12
      }
      elsewhere +=
        others.map { rim.step(in: picture, x: $0, y: puzzle.pieceY) }.reduce(0, +)
        / Float(others.count)
    }
    #expect(here > elsewhere * 3, "\(here) \(elsewhere)")
  }

  @Test("The piece closes the hole at the answer only")
  func pieceFits() throws {
    var closed: Float = 0
    var open: Float = 0
    var beside: Float = 0
    for seed in Self.seeds(16, from: 5) {
      let puzzle = try SliderPuzzle(seed: seed, picture: nil)
      let rim = Rim(seed: seed)
      func step(pieceAt x: Int) throws -> Float {
        let laid = try Pixels(puzzle, pieceAt: x)
        return rim.step(in: laid, x: puzzle.answer, y: puzzle.pieceY)
      }
      closed += try step(pieceAt: puzzle.answer)
      open += try step(pieceAt: 0)
      beside += try step(pieceAt: puzzle.answer - 20)
    }
    #expect(closed * 3 < open, "\(closed) \(open)")
    #expect(closed * 2 < beside, "\(closed) \(beside)")
  }

  @Test("Another decoder reads the same pixels")
  func independentDecoder() throws {
    let seed = try #require(Self.seeds(1, from: 6).first)
    let puzzle = try SliderPuzzle(seed: seed, picture: nil)
    let folder = try Folder()
    for (name, png) in [("background", puzzle.background), ("piece", puzzle.piece)] {
      try Data(png).write(to: URL(fileURLWithPath: folder.path + "/\(name).png"))
      let (output, status) = try ChildProcess.run(
        ["python3", "-c", Self.decoder, folder.path + "/\(name).png"])
      // 127: Python is not installed.
      guard status != 127 else { continue }
      #expect(status == 0, "\(output)")
      let words = output.split(separator: " ")
      let ours = try PNGImage.decode(png)
      #expect(words.count == 4)
      #expect(words.first == "\(ours.width)x\(ours.height)")
      // The sums of red, green and blue over opaque pixels reveal any difference.
      let sums = (0..<3).map { channel in
        var sum = 0
        for index in stride(from: channel, to: ours.pixels.count, by: 3) {
          sum += Int(ours.pixels[index])
        }
        return sum
      }
      if name == "background" {
        #expect(words.dropFirst().map { Int($0.trimmingCharacters(in: .newlines)) } == sums)
      }
    }
  }

  /// A PNG reader that shares nothing with libpng: Python's zlib and the five filters.
  /// [PNG §9](https://www.w3.org/TR/png-3/#9Filters)
  private static let decoder = """
    import struct, sys, zlib
    data = open(sys.argv[1], 'rb').read()
    assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
    at, parts, palette = 8, b'', None
    while at < len(data):
        length, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack('>I', data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b'IHDR': width, height, depth, colour, _, _, interlace = struct.unpack('>IIBBBBB', body)
        if kind == b'PLTE': palette = body
        if kind == b'IDAT': parts += body
        at += 12 + length
    assert interlace == 0 and depth == 8, (depth, interlace)
    size = {2: 3, 3: 1, 6: 4}[colour]
    raw, rows, before = zlib.decompress(parts), [], bytes(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        kind, line = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
        for i in range(len(line)):
            left = line[i - size] if i >= size else 0
            up, corner = before[i], before[i - size] if i >= size else 0
            paeth = min((abs(up - corner), 0, left), (abs(left - corner), 1, up),
                        (abs(left + up - 2 * corner), 2, corner))[2]
            line[i] = (line[i] + [0, left, up, (left + up) // 2, paeth][kind]) & 255
        rows.append(bytes(line)); before = line
    pixels = b''.join(rows)
    assert len(raw) == height * (width * size + 1)
    if colour == 3: pixels = b''.join(palette[i * 3:i * 3 + 3] for i in pixels); size = 3
    print(f'{width}x{height}', *[sum(pixels[c::size]) for c in range(3)])
    """

  @Test(
    "A file that is not a PNG is a typed error, and the size in its header is checked first"
  )
  func damage() throws {
    let seed = try #require(Self.seeds(1, from: 7).first)
    let png = try SliderPuzzle(seed: seed, picture: nil).background
    #expect(throws: PNGImage.Failure.self) { try PNGImage.decode([]) }
    #expect(throws: PNGImage.Failure.self) { try PNGImage.decode(Array("GIF89a".utf8)) }
    for length in [7, 8, 20, 40, png.count / 2, png.count - 20] {
      #expect(throws: PNGImage.Failure.self) { try PNGImage.decode(Array(png.prefix(length))) }
    }
    var random = SplitMix64(seed: 8)
    for _ in 0..<60 {
      var bent = png
      for _ in 0..<3 {
        bent[Int.random(in: 8..<bent.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
      // It is read or refused, but must not crash. The checksum detects nearly all changes.
      _ = try? PNGImage.decode(bent)
    }
    var huge = png
    huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    #expect(throws: PNGImage.Failure.self) { try PNGImage.decode(huge) }
  }

  @Test(
    "A tenant's pictures are used; an unusable one is skipped, and with none left it is SMS.1001"
  )
  func tenantPictures() async throws {
    let good = try Self.stripes(width: 640, height: 400)
    let world = try await CaptchaWorld.start(slides: [Array("no picture".utf8), good])
    for _ in 0..<3 {
      let challenge = try await world.get()
      #expect(challenge.code == "OK")
      let picture = try PNGImage.decode(try challenge.image("originalImageBase64"))
      #expect(picture.width == 310 && picture.height == 155)
      // The stripes are pure red, which generated scenery hardly ever is.
      let red = stride(from: 0, to: picture.pixels.count, by: 3).filter {
        picture.pixels[$0] > picture.pixels[$0 + 2]
      }.count
      #expect(red > 310 * 155 * 6 / 10)
      let token = challenge["token"]
      #expect(try await world.slide(token, x: try await world.answer(token)).code == "OK")
    }
    await world.stop()
    let small = try Self.stripes(width: 300, height: 150)
    for slides in [[Array("no picture".utf8)], [small], [Array(good.prefix(200)), []]] {
      let broken = try await CaptchaWorld.start(slides: slides)
      #expect(try await broken.get().code == "SMS.1001")
      // Work needs no picture.
      #expect(try await broken.get("?type=pow").code == "OK")
      await broken.stop()
    }
  }

  private static func stripes(width: Int, height: Int) throws -> [UInt8] {
    try PNGImage.encode(
      rgba: (0..<width * height).flatMap { index -> [UInt8] in
        [index % width / 20 % 2 == 0 ? 230 : 150, 60, 20, 255]
      }, width: width, height: height)
  }
}

/// The pixels of a picture.
private struct Pixels {
  let width: Int
  private(set) var luma: [Float]

  init(_ picture: (pixels: [UInt8], width: Int, height: Int)) {
    width = picture.width
    luma = (0..<picture.width * picture.height).map { index in
      let pixel = (0..<3).map { Float(picture.pixels[index * 3 + $0]) }
      return Colour(pixel[0], pixel[1], pixel[2]).luma
    }
  }

  /// A puzzle with its piece laid somewhere, as a page shows it.
  init(_ puzzle: SliderPuzzle, pieceAt x: Int) throws {
    self.init(try PNGImage.decode(puzzle.background))
    // The difference of the piece over black and over white gives its opacity.
    let black = Pixels(try PNGImage.decode(puzzle.piece, over: 0))
    let white = Pixels(try PNGImage.decode(puzzle.piece, over: 255))
    for index in black.luma.indices {
      let place = (puzzle.pieceY + index / black.width) * width + x + index % black.width
      let through = (white.luma[index] - black.luma[index]) / 255
      luma[place] = black.luma[index] + luma[place] * through
    }
  }
}

/// The pixels just inside and just outside the outline of a puzzle's piece.
private struct Rim {
  let inside: [(x: Int, y: Int)]
  let outside: [(x: Int, y: Int)]

  init(seed: [UInt8]) {
    var random = PuzzleRandom(seed: seed)
    let shape = PuzzleLayout(&random).hole.shape
    var (inside, outside): ([(x: Int, y: Int)], [(x: Int, y: Int)]) = ([], [])
    for (index, distance) in shape.distances().enumerated() {
      let place = (x: index % shape.size, y: index / shape.size)
      if (-6 ..< -3).contains(distance) { inside.append(place) }
      if (2.5..<5).contains(distance) { outside.append(place) }
    }
    (self.inside, self.outside) = (inside, outside)
  }

  /// The difference of brightness between the two, with the outline at a position of the picture.
  func step(in picture: Pixels, x: Int, y: Int) -> Float {
    func mean(_ places: [(x: Int, y: Int)]) -> Float {
      places.map { picture.luma[(y + $0.y) * picture.width + x + $0.x] }.reduce(0, +)
        / Float(places.count)
    }
    return abs(mean(inside) - mean(outside))
  }
}
