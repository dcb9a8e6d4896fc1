// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("signing")
struct SigningTests {
  @Test(
    "a token is verified with the public key of its signer, and with no other",
    arguments: SignatureAlgorithm.allCases)
  func roundTrip(algorithm: SignatureAlgorithm) throws {
    let key = Fixture.signer(algorithm)
    var random = SplitMix64(seed: 4)
    for round in 0..<20 {
      var claims = Fixture.claims
      claims["round"] = .number(JSONNumber(round))
      claims["noise"] = .string(Base64URL.encode(random.bytes(round * 7)))
      let token = try key.sign(claims, type: "JWT", header: ["x-round": true])
      let verified = try UnverifiedJWT(token).verified(by: key.trusted, accepting: [algorithm])
      #expect(verified.claims == claims)
      #expect(verified.claims.names == claims.names)
      #expect(verified.header.algorithm == algorithm)
      #expect(verified.header.keyID == key.keyID)
      #expect(verified.header.json.names == ["alg", "typ", "kid", "x-round"])
      for other in SignatureAlgorithm.allCases where other != algorithm {
        #expect(refusal(of: token, trusting: Fixture.signer(other).trusted) != nil)
      }
    }
  }

  @Test(
    "a new key is named by its thumbprint, and is unchanged after it was stored",
    arguments: SignatureAlgorithm.allCases)
  func generate(algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm)
    #expect(key.algorithm == algorithm)
    #expect(key.keyID == key.publicJWK.thumbprint)
    #expect(key.publicJWK.use == "sig")
    #expect(key.publicJWK.algorithm == algorithm.rawValue)
    let stored = try JSONObject(parsing: key.privateJWK().serialized())
    let again = try SigningKey(privateJWK: stored)
    #expect(again.publicJWK == key.publicJWK)
    #expect(again.privateJWK() == key.privateJWK())
    let token = try again.sign(Fixture.claims)
    #expect(refusal(of: token, trusting: key.trusted) == nil)
    #expect(try SigningKey.generate(.es256).keyID != Fixture.ec.keyID)
  }

  @Test("the primes of an RSA key are computed if they are missing")
  func withoutPrimes() throws {
    let key = try SigningKey(privateJWK: Fixture.rsaJWK.setting("p", nil).setting("q", nil))
    let primes = [key.privateJWK()["p"], key.privateJWK()["q"]]
    #expect(Set(primes) == [Fixture.rsaJWK["p"], Fixture.rsaJWK["q"]])
  }

  @Test("the exported private members equal those of the cookbook")
  func privateMembers() throws {
    let json = try Vectors.load("jose-cookbook/jws/4_1.rsa_v15_signature.json").object("input")
      .object("key")
    let key = try SigningKey(privateJWK: json)
    #expect(key.privateJWK() == json.setting("alg", "RS256"))
  }

  @Test("the kid and alg of a JWK are kept")
  func given() throws {
    let json = Fixture.rsaJWK.setting("kid", "mine").setting("alg", "PS256")
    let key = try SigningKey(privateJWK: json)
    #expect(key.keyID == "mine")
    #expect(key.algorithm == .ps256)
    #expect(key.privateJWK()["d"] == Fixture.rsaJWK["d"])
  }

  @Test(
    "an inconsistent or unusable private key is refused",
    arguments: [
      Case("no d", Fixture.ecJWK.setting("d", nil)),
      Case("d of another key", Fixture.ecJWK.setting("d", Fixture.edJWK["d"])),
      Case(
        "point of another key", Fixture.attackerEC.publicJWK.json.setting("d", Fixture.ecJWK["d"])),
      Case("Ed25519 point of another key", Fixture.edJWK.setting("x", Fixture.ecJWK["x"])),
      Case("algorithm of another type", Fixture.ecJWK.setting("alg", "RS256")),
      Case("unknown algorithm", Fixture.ecJWK.setting("alg", "ES999")),
      Case("for encryption", Fixture.ecJWK.setting("use", "enc")),
      Case("only for verifying", Fixture.ecJWK.setting("key_ops", ["verify"])),
      Case("symmetric", ["kty": "oct", "k": "AAAA"]),
      Case("one prime", Fixture.rsaJWK.setting("p", nil)),
      Case("wrong prime", Fixture.rsaJWK.setting("p", Fixture.rsaJWK["q"])),
      Case(
        "zero d",
        Fixture.ecJWK.setting("d", .string(Base64URL.encode([UInt8](repeating: 0, count: 32))))),
    ] as [Case<JSONObject>])
  func misfit(json: Case<JSONObject>) {
    #expect(refusal { try SigningKey(privateJWK: json.value) } == .invalidKey)
  }

  // attack: J-69
  @Test(
    "the caller cannot set a reserved header parameter",
    arguments: [
      "alg", "crit", "jwk", "kid", "typ", "b64", "jku", "x5u", "x5c", "x5t", "x5t#S256", "enc",
      "zip",
    ])
  func reserved(name: String) {
    #expect(
      refusal { try Fixture.ec.sign(Fixture.claims, header: [name: "none"]) } == .reservedHeader)
  }

  @Test("a token that would be too long for a reader is not signed")
  func tooLong() {
    let long: JSONObject = ["x": .string(String(repeating: "x", count: 16 << 10))]
    #expect(refusal { try Fixture.ec.sign(long) } == .tooLarge)
    let header: JSONObject = ["x": .string(String(repeating: "x", count: 4 << 10))]
    #expect(refusal { try Fixture.ec.sign([:], header: header) } == .tooLarge)
  }

  @Test(
    "neither a description nor a dump shows the private key",
    arguments: SignatureAlgorithm.allCases)
  func redacted(algorithm: SignatureAlgorithm) throws {
    let key = Fixture.signer(algorithm)
    var shown = "\(key) \(String(reflecting: key)) \([key])"
    dump(key, to: &shown)
    #expect(shown.contains(key.keyID))
    for name in ["d", "p", "q", "dp", "dq", "qi"] {
      guard let secret = key.privateJWK()[name]?.stringValue else { continue }
      #expect(!shown.contains(secret))
    }
    let error = refusalText { try SigningKey(privateJWK: key.privateJWK().setting("kty", "no")) }
    #expect(error.contains("invalidKey"))
    #expect(!error.contains(try key.privateJWK().text("d")))
  }

  private func refusalText<Success>(_ body: () throws -> Success) -> String {
    do {
      _ = try body()
      return ""
    } catch { return "\(error) \(String(reflecting: error))" }
  }
}
