// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("algorithm names")
struct AlgorithmNameTests {
  // attack: J-67
  @Test(
    "both names of Ed25519 are supported, and a token has to use the accepted one",
    arguments: [0, 1])
  func bothNames(index: Int) throws {
    let names: [SignatureAlgorithm] = [.edDSA, .ed25519]
    let (name, other) = (names[index], names[1 - index])
    #expect(["EdDSA", "Ed25519"][index] == name.rawValue)
    let key = try VerificationKey(JWK(parsing: Fixture.edJWK))
    let token = try Fixture.signer(name).sign(Fixture.claims)
    #expect(refusal { try UnverifiedJWT(token).verified(by: key, accepting: [name]) } == nil)
    #expect(
      refusal { try UnverifiedJWT(token).verified(by: key, accepting: [other]) }
        == .algorithmNotAllowed)
    // A key with `alg` is for that name only.
    let bound = try VerificationKey(Fixture.signer(other).publicJWK)
    #expect(
      refusal { try UnverifiedJWT(token).verified(by: bound, accepting: [name, other]) }
        == .algorithmKeyMismatch)
  }

  // attack: J-67
  @Test("an Ed448 key is refused", arguments: ["EdDSA", "Ed25519"])
  func ed448(name: String) throws {
    let json: JSONObject = [
      "kty": "OKP", "crv": "Ed448", "kid": "k",
      "x": "X9dEm1m0Yf0s54fsYWrUah2hNCSFpw4fig6nXYDpZ3jt8SR2m0bHBhvWeD3x5Q9s0foavq_oJWGA",
    ]
    let jwk = try JWK(parsing: json)
    #expect(refusal { try VerificationKey(jwk) } == .invalidKey)
    let token = try Fixture.ed.forge(#"{"alg":"\#(name)","kid":"k"}"#)
    let set = VerificationKeySet(JWKSet(keys: [jwk]))
    #expect(refusal(of: token, trusting: set) == .algorithmKeyMismatch)
  }

  @Test("each algorithm has the hash of its name, which the hash claims of OpenID Connect use")
  func hashes() {
    for algorithm in SignatureAlgorithm.allCases {
      let expected: HashAlgorithm =
        algorithm.rawValue.hasSuffix("256")
        ? .sha256 : algorithm.rawValue.hasSuffix("384") ? .sha384 : .sha512
      #expect(algorithm.hash == expected)
    }
    #expect(MACAlgorithm.allCases.map(\.hash) == HashAlgorithm.allCases)
    for hash in HashAlgorithm.allCases { #expect(hash.hash([]).count == hash.byteCount) }
    // FIPS 180-2: the hash of "abc".
    #expect(
      Base64URL.encode(HashAlgorithm.sha256.hash("abc".utf8))
        == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
  }
}
