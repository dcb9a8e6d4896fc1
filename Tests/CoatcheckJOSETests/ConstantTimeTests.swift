// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("comparison in constant time")
struct ConstantTimeTests {
  @Test("equal bytes are equal, and a difference at any position is found")
  func equality() {
    var random = SplitMix64(seed: 5)
    for count in 0..<70 {
      let bytes = random.bytes(count)
      #expect(ConstantTime.equal(bytes, bytes))
      #expect(ConstantTime.equal(bytes, AnyCollection(bytes)))
      #expect(!ConstantTime.equal(bytes, bytes + [0]))
      for index in bytes.indices {
        var other = bytes
        other[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        #expect(!ConstantTime.equal(bytes, other))
      }
    }
  }

  @Test("texts that are equal only after Unicode normalization are different")
  func normalisation() {
    #expect(!ConstantTime.equal("\u{E9}".utf8, "e\u{301}".utf8))
    #expect(ConstantTime.equal("state".utf8, "state".utf8))
  }
}
