// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("damaged tokens")
struct MutationTests {
  @Test("a token with any byte changed is refused", arguments: SignatureAlgorithm.allCases)
  func everyByte(algorithm: SignatureAlgorithm) throws {
    let key = Fixture.signer(algorithm)
    let token = try key.sign(Fixture.claims, type: "JWT")
    #expect(refusal(of: token, trusting: key.trusted) == nil)
    let (letters, trusted) = (Array(token.utf8), key.trusted)
    var random = SplitMix64(seed: 6)
    for index in letters.indices {
      for mask in [1, 0x20, UInt8.random(in: 1..<0x80, using: &random)] {
        var changed = letters
        changed[index] ^= mask
        let text = String(decoding: changed, as: UTF8.self)
        #expect(refusal(of: text, trusting: trusted) != nil, "byte \(index), mask \(mask)")
      }
    }
  }

  @Test(
    "a token with one byte more or less is refused", arguments: SignatureAlgorithm.allCases)
  func everyLength(algorithm: SignatureAlgorithm) throws {
    let key = Fixture.signer(algorithm)
    let token = try key.sign(Fixture.claims)
    let (letters, trusted) = (Array(token.utf8), key.trusted)
    for index in letters.indices {
      var shorter = letters
      shorter.remove(at: index)
      var longer = letters
      longer.insert(UInt8(ascii: "A"), at: index)
      for changed in [shorter, longer, Array(letters[..<index])] {
        let text = String(decoding: changed, as: UTF8.self)
        #expect(refusal(of: text, trusting: trusted) != nil, "byte \(index)")
      }
    }
    #expect(refusal(of: token + "A", trusting: trusted) != nil)
  }

  @Test("random bytes with a valid signature do not crash the reader")
  func signedNoise() throws {
    var random = SplitMix64(seed: 7)
    let trusted = Fixture.ed.trusted
    for _ in 0..<300 {
      let noise = random.bytes(Int.random(in: 0..<200, using: &random))
      let asClaims = try Fixture.ed.forge(header: Array(#"{"alg":"EdDSA"}"#.utf8), payload: noise)
      let asHeader = try Fixture.ed.forge(header: noise, payload: Array("{}".utf8))
      #expect(refusal(of: asClaims, trusting: trusted) != nil)
      #expect(refusal(of: asHeader, trusting: trusted) != nil)
    }
  }
}
