// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

@Suite("tokens with a shared secret")
struct MACTests {
  private static func secret(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(count))
    return random.bytes(count)
  }

  @Test(
    "a token is verified with the secret that authenticated it, and with no other",
    arguments: MACAlgorithm.allCases)
  func roundTrip(algorithm: MACAlgorithm) throws {
    let key = try MACKey(secret: Self.secret(80), algorithm: algorithm, keyID: "mine")
    let token = try key.sign(Fixture.claims, type: "JWT", header: ["x-round": true])
    let verified = try key.verified(token)
    #expect(verified.claims == Fixture.claims)
    #expect(verified.header.algorithm == algorithm)
    #expect(verified.header.hasType("application/jwt"))
    #expect(verified.header.json.names == ["alg", "typ", "kid", "x-round"])
    #expect(verified.compact == token)

    let other = try MACKey(secret: Self.secret(81), algorithm: algorithm)
    #expect(refusal { try other.verified(token) } == .invalidSignature)
    let renamed = try MACKey(secret: Self.secret(80), algorithm: algorithm, keyID: "yours")
    #expect(refusal { try renamed.verified(token) } == .keyNotFound)
    for wrong in MACAlgorithm.allCases where wrong != algorithm {
      let key = try MACKey(secret: Self.secret(80), algorithm: wrong)
      #expect(refusal { try key.verified(token) } == .algorithmNotAllowed)
    }
  }

  @Test("a token with any byte changed or a truncated code is refused")
  func mutation() throws {
    let key = try MACKey(secret: Self.secret(32), algorithm: .hs256)
    let token = try key.sign(["sub": "alice"])
    for index in token.utf8.indices {
      var bytes = Array(token.utf8)
      bytes[token.utf8.distance(from: token.utf8.startIndex, to: index)] ^= 1
      #expect(refusal { try key.verified(String(decoding: bytes, as: UTF8.self)) } != nil)
    }
    let parts = token.split(separator: ".")
    let code = try Base64URL.decode(parts[2])
    for count in 0..<32 {
      let cut = "\(parts[0]).\(parts[1])." + Base64URL.encode(code.prefix(count))
      #expect(
        refusal { try key.verified(cut) } == (count == 0 ? .malformedToken : .invalidSignature))
    }
  }

  // attack: J-49
  @Test(
    "a secret that is shorter than the hash is refused, and the error states the length",
    arguments: [
      (MACAlgorithm.hs256, [0, 1, 16, 31], 32), (.hs384, [0, 32, 47], 48),
      (.hs512, [0, 32, 48, 63], 64),
    ])
  func short(algorithm: MACAlgorithm, counts: [Int], least: Int) throws {
    for count in counts {
      let secret = Self.secret(count)
      #expect(refusal { try MACKey(secret: secret, algorithm: algorithm) } == .invalidKey)
      let jwk: JSONObject = [
        "kty": "oct", "alg": .string(algorithm.rawValue), "k": .string(Base64URL.encode(secret)),
      ]
      #expect(refusal { try MACKey(jwk: jwk) } == .invalidKey)
    }
    #expect(throws: Never.self) { try MACKey(secret: Self.secret(least), algorithm: algorithm) }
    do {
      _ = try MACKey(secret: Self.secret(least - 1), algorithm: algorithm)
    } catch {
      #expect(error.reason.contains("\(algorithm.rawValue)"))
      #expect(error.reason.contains("\(least) bytes"))
    }
  }

  @Test(
    "an asymmetric algorithm, none and another spelling are refused before the secret is used",
    arguments: ["RS256", "ES256", "EdDSA", "none", "hs256", "HS256 ", "HS1", ""])
  func otherKinds(name: String) throws {
    let header: JSONObject = ["alg": .string(name)]
    let token = Base64URL.encode(header.serialized()) + ".e30.AA"
    #expect(refusal { try UnverifiedMACToken(token) } == .unsupportedAlgorithm)
  }

  @Test("a token with a MAC is not accepted as a signed one, or a signed one as one with a MAC")
  func kinds() throws {
    let key = try MACKey(secret: Self.secret(32), algorithm: .hs256)
    #expect(
      refusal(of: try key.sign(["sub": "alice"]), trusting: Fixture.ec.trusted)
        == .unsupportedAlgorithm)
    #expect(refusal { try key.verified(Fixture.ecToken) } == .unsupportedAlgorithm)
  }

  @Test(
    "a key that is not for HMAC is refused",
    arguments: [
      Case("of another type", ["kty": "EC"]), Case("without k", ["k": nil]),
      Case("for encryption", ["use": "enc"]), Case("wraps keys", ["key_ops": ["wrapKey"]]),
      Case("of another algorithm", ["alg": "A256KW"]), Case("without an algorithm", ["alg": nil]),
      Case("padded", ["k": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]),
    ] as [Case<[String: JSONValue?]>])
  func misfit(change: Case<[String: JSONValue?]>) {
    var json: JSONObject = [
      "kty": "oct", "alg": "HS256", "k": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ]
    #expect(refusal { try MACKey(jwk: json) } == nil)
    for (name, value) in change.value { json[name] = value }
    #expect(refusal { try MACKey(jwk: json) } == .invalidKey)
  }

  @Test("a header with crit or b64 is refused", arguments: [#""crit":["x"]"#, #""b64":false"#])
  func critical(member: String) {
    let token = Base64URL.encode(#"{"alg":"HS256",\#(member)}"#.utf8) + ".e30.AA"
    #expect(refusal { try UnverifiedMACToken(token) } == .criticalHeader)
  }

  @Test(
    "the caller cannot set a reserved header parameter", arguments: ["alg", "kid", "crit", "jwk"])
  func reserved(name: String) throws {
    let key = try MACKey(secret: Self.secret(32), algorithm: .hs256)
    #expect(refusal { try key.sign([:], header: [name: "none"]) } == .reservedHeader)
    let long: JSONObject = ["x": .string(String(repeating: "x", count: 16 << 10))]
    #expect(refusal { try key.sign(long) } == .tooLarge)
  }

  @Test("neither a description nor a dump shows the secret or the token")
  func redacted() throws {
    let secret = "a-secret-of-more-than-thirty-two-bytes"
    let key = try MACKey(secret: secret.utf8, algorithm: .hs256)
    let token = try key.sign(["sub": "alice"])
    var shown = "\(key) \(String(reflecting: key)) \(try UnverifiedMACToken(token))"
    dump(key, to: &shown)
    dump(try UnverifiedMACToken(token), to: &shown)
    dump(try key.verified(token), to: &shown)
    #expect(shown.contains("HS256"))
    #expect(!shown.contains("thirty"))
    #expect(!shown.contains("alice"))
    for part in token.split(separator: ".") { #expect(!shown.contains(part)) }
  }
}
