// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The time of all clocks in these tests.
let start = Date(timeIntervalSince1970: 1_700_000_000)

extension SplitMix64 {
  mutating func text(_ alphabet: String, _ lengths: ClosedRange<Int>) -> String {
    let letters = Array(alphabet)
    return String(
      (0..<Int.random(in: lengths, using: &self)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &self)]
      })
  }

  mutating func maybe<T>(_ make: (inout Self) -> T) -> T? {
    Bool.random(using: &self) ? make(&self) : nil
  }
}

extension RuntimeEnvironment {
  /// A clock that stands still and random bytes which repeat from run to run.
  static func fixed(seed: UInt64 = 1, now: Date = start) -> RuntimeEnvironment {
    let generator = Mutex(SplitMix64(seed: seed))
    return RuntimeEnvironment(
      now: { now },
      random: { count in
        generator.withLock { generator in
          (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
      },
      sleep: { _ in })
  }
}
