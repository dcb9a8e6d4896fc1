// SPDX-License-Identifier: Apache-2.0
import Crypto

/// Numbers from a seed: SHA-256 of the seed and a counter.
///
/// Values that can be seen in the picture do not reveal the others, such as the position of the hole.
struct PuzzleRandom {
  private let seed: [UInt8]
  private var counter: UInt32 = 0
  private var words: [UInt64] = []

  init(seed: [UInt8]) { self.seed = seed }

  mutating func word() -> UInt64 {
    if words.isEmpty {
      let block = seed + withUnsafeBytes(of: counter.bigEndian, Array.init)
      counter += 1
      let hash = Array(SHA256.hash(data: block))
      words = stride(from: 0, to: 32, by: 8).map { start in
        hash[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
      }
    }
    return words.removeLast()
  }

  /// A random integer of a range. Probabilities differ by at most one part in 2⁵⁶.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(word() % UInt64(range.count))
  }

  /// A number of the range.
  mutating func real(in range: ClosedRange<Float>) -> Float {
    let part = Float(word() >> 40) / Float(1 << 24)
    return range.lowerBound + part * (range.upperBound - range.lowerBound)
  }

  /// Whether something with this chance happens.
  mutating func happens(_ chance: Float) -> Bool { real(in: 0...1) < chance }
}

/// Fast random numbers for single pixels, by splitmix64. They can be seen in the picture and reveal
/// nothing.
struct GrainRandom {
  private var state: UInt64

  init(_ random: inout PuzzleRandom) { state = random.word() }

  /// A number from -1 to 1.
  mutating func next() -> Float {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float(mixed >> 40) / Float(1 << 23) - 1
  }
}
