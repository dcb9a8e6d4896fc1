// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

@Suite("keys and key sets")
struct KeySetTests {
  private static func set(_ keys: [JSONObject]) throws -> VerificationKeySet {
    let json: JSONObject = ["keys": .array(keys.map(JSONValue.object))]
    return VerificationKeySet(try JWKSet(parsing: json.serialized()))
  }

  private static let token = try! Fixture.ec.forge(#"{"alg":"ES256","kid":"k"}"#)
  private static let good = Fixture.ec.publicJWK.json.setting("kid", "k")

  // attack: J-39
  @Test("a token is refused if two different keys of the set have its kid")
  func ambiguous() throws {
    let other = Fixture.attackerEC.publicJWK.json.setting("kid", "k")
    for keys in [[Self.good, other], [other, Self.good]] {
      #expect(refusal(of: Self.token, trusting: try Self.set(keys)) == .ambiguousKey)
    }
    // The same key twice, or a key of another type with the same id, is not ambiguous.
    let rsa = Fixture.rsa.publicJWK.json.setting("kid", "k")
    #expect(refusal(of: Self.token, trusting: try Self.set([Self.good, Self.good])) == nil)
    #expect(refusal(of: Self.token, trusting: try Self.set([rsa, Self.good])) == nil)
  }

  // attack: J-41
  @Test(
    "a key that is not for verification is refused",
    arguments: [
      Case("use enc", ["use": "enc"]), Case("encrypt", ["use": nil, "key_ops": ["encrypt"]]),
      Case("sign", ["use": nil, "key_ops": ["sign"]]), Case("no operation", ["key_ops": []]),
      Case("sig and encrypt", ["use": "sig", "key_ops": ["encrypt"]]),
      Case("sig, verify and encrypt", ["use": "sig", "key_ops": ["verify", "encrypt"]]),
      Case("enc and verify", ["use": "enc", "key_ops": ["verify"]]),
      Case("verify twice", ["use": nil, "key_ops": ["verify", "verify"]]),
      Case("another spelling", ["use": "SIG"]),
    ] as [Case<[String: JSONValue?]>])
  func wrongUse(change: Case<[String: JSONValue?]>) throws {
    var json = Self.good
    for (name, value) in change.value { json[name] = value }
    let set = try Self.set([json])
    #expect(refusal(of: Self.token, trusting: set) == .algorithmKeyMismatch)
    #expect(set.keyIDs.isEmpty)
    #expect(refusal { try VerificationKey(JWK(parsing: json)) } == .invalidKey)
  }

  @Test("a key for verification is accepted", arguments: [["verify"], ["sign", "verify"]])
  func rightUse(operations: [String]) throws {
    let operations = JSONValue.array(operations.map(JSONValue.string))
    for use in [JSONValue?.none, "sig"] {
      let json = Self.good.setting("use", use).setting("key_ops", operations)
      #expect(refusal(of: Self.token, trusting: try Self.set([json])) == nil)
    }
  }

  // attack: J-42
  @Test(
    "a malformed entry of a set is ignored, and a valid one is used",
    arguments: [
      Case("unknown type", ["kty": "XYZ", "kid": "k"]), Case("no type", ["kid": "k"]),
      Case("Kelvin sign in its type", .object(Fixture.edJWK.setting("kty", "O\u{212A}P"))),
      Case("symmetric", ["kty": "oct", "k": "AAAA", "kid": "k"]),
      Case("RSA without n", ["kty": "RSA", "e": "AQAB", "kid": "k"]),
      Case("bad base64", ["kty": "EC", "crv": "P-256", "x": "!", "y": "AA", "kid": "k"]),
      Case("number for text", ["kty": "EC", "crv": 256, "x": "AA", "y": "AA", "kid": "k"]),
      Case("short coordinate", ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "kid": "k"]),
      Case("unknown curve", ["kty": "EC", "crv": "P-257", "x": "AA", "y": "AA", "kid": "k"]),
      Case("id of another type", .object(Fixture.attackerEC.publicJWK.json.setting("kid", 5))),
      Case("text", "key"), Case("null", .null), Case("array", []),
      Case(
        "point off the curve",
        .object(Self.good.setting("y", Fixture.attackerEC.publicJWK.json["y"]))),
    ] as [Case<JSONValue>])
  func malformedEntry(entry: Case<JSONValue>) throws {
    for entries in [[entry.value, .object(Self.good)], [.object(Self.good), entry.value]] {
      let json: JSONObject = ["keys": .array(entries)]
      let set = VerificationKeySet(try JWKSet(parsing: json.serialized()))
      #expect(refusal(of: Self.token, trusting: set) == nil)
      #expect(set.keyIDs == ["k"])
    }
  }

  @Test(
    "a text that is not a JWK Set is refused",
    arguments: [
      ("", JOSEError.Code.malformedJSON), ("[]", .malformedJSON), ("{}", .malformedJSON),
      (#"{"keys":{}}"#, .malformedJSON), (#"{"keys":[],"keys":[]}"#, .duplicateMember),
      ("{\"keys\":[" + String(repeating: "0,", count: 100) + "0]}", .tooLarge),
      ("{\"keys\":[]}" + String(repeating: " ", count: 256 << 10), .tooLarge),
    ])
  func noSet(text: String, code: JOSEError.Code) {
    #expect(refusal { try JWKSet(parsing: text.utf8) } == code)
  }

  // attack: J-43
  @Test(
    "an RSA key with an invalid size or exponent is refused",
    arguments: [
      (512, [1, 0, 1]), (1024, [1, 0, 1]), (2047, [1, 0, 1]), (8193, [1, 0, 1]),
      (16_384, [1, 0, 1]),
      (2048, [1]), (2048, [2]), (2048, [1, 0, 0]), (2048, [2, 0, 0, 0, 1]),
      (2048, [1, 0, 0, 0, 0, 0, 0, 0, 1]),
    ] as [(Int, [UInt8])])
  func rsaRange(bits: Int, exponent: [UInt8]) throws {
    let json = Self.rsa(bits: bits, exponent: exponent)
    let jwk = try JWK(parsing: json)
    #expect(refusal { try VerificationKey(jwk) } == .invalidKey)
    // The range check itself refuses the key, and not only the primitives below it.
    let modulus = try Base64URL.decode(json.text("n"))
    #expect(refusal { try RSARange.check(modulus: modulus, exponent: exponent) } == .invalidKey)
  }

  @Test(
    "an RSA key at the limits of size or exponent is imported",
    arguments: [(2048, [3]), (2048, [1, 0, 1]), (8192, [1, 0, 1]), (2049, [1, 0, 0, 0, 1])]
      as [(Int, [UInt8])])
  func rsaInRange(bits: Int, exponent: [UInt8]) throws {
    let jwk = try JWK(parsing: Self.rsa(bits: bits, exponent: exponent))
    #expect(refusal { try VerificationKey(jwk) } == nil)
  }

  // attack: J-44
  @Test("an RSA key with the fingerprint of CVE-2017-15361 is refused, and similar keys are not")
  func roca() throws {
    // 65537^123456789 modulo the product of the primes up to 167, plus a multiple of the product.
    let marked = try Base64URL.decode(
      "xQ" + String(repeating: "A", count: 302) + "BItVr6vXryrBzPhX8g9mEUqe4B2yjEjcplhIfQ")
    try #require(marked.count == 256)
    func jwk(_ modulus: [UInt8]) throws -> JWK {
      try JWK(parsing: ["kty": "RSA", "n": .string(Base64URL.encode(modulus)), "e": "AQAB"])
    }
    let error = #expect(throws: JOSEError.self) { try VerificationKey(jwk(marked)) }
    #expect(error == JOSEError(.invalidKey, ""))
    #expect(error?.reason.contains("fingerprint") == true)
    #expect(refusal { try EncryptionKey(jwk(marked)) } == .invalidKey)
    for step in 1...20 {
      var other = marked
      other[255] &+= UInt8(2 * step)
      #expect(refusal { try VerificationKey(jwk(other)) } == nil)
    }
  }

  @Test("an RSA number with a leading zero, an even modulus and an empty number are refused")
  func rsaSpelling() throws {
    let zero = Base64URL.encode([0] + (try Base64URL.decode(Fixture.rsaJWK.text("n"))))
    #expect(
      refusal { try JWK(parsing: Fixture.rsaJWK.setting("n", .string(zero))) } == .invalidKey)
    #expect(refusal { try JWK(parsing: Fixture.rsaJWK.setting("e", "")) } == .invalidKey)
    var even = try Base64URL.decode(Fixture.rsaJWK.text("n"))
    even[even.count - 1] &= 0xFE
    let jwk = try JWK(parsing: Fixture.rsaJWK.setting("n", .string(Base64URL.encode(even))))
    #expect(refusal { try VerificationKey(jwk) } == .invalidKey)
  }

  @Test("each coordinate has to have its full length")
  func coordinates() throws {
    let ec = Fixture.ecJWK
    let point = try Base64URL.decode(ec.text("x")) + Base64URL.decode(ec.text("y"))
    for split in [31, 33] {
      let shifted =
        ec
        .setting("x", .string(Base64URL.encode(point[..<split])))
        .setting("y", .string(Base64URL.encode(point[split...])))
      #expect(refusal { try JWK(parsing: shifted) } == .invalidKey)
    }
    let short = Base64URL.encode(try Base64URL.decode(Fixture.edJWK.text("x")).dropLast())
    #expect(refusal { try JWK(parsing: Fixture.edJWK.setting("x", .string(short))) } == .invalidKey)
  }

  private static func rsa(bits: Int, exponent: [UInt8]) -> JSONObject {
    var modulus = [UInt8](repeating: 0xA5, count: (bits + 7) / 8)
    modulus[0] = 1 << UInt8((bits - 1) % 8)
    return [
      "kty": "RSA", "n": .string(Base64URL.encode(modulus)),
      "e": .string(Base64URL.encode(exponent)),
    ]
  }

  @Test("a token without kid is verified with each key that fits, if there are at most four")
  func unnamed() throws {
    let token = try Fixture.ec.forge(#"{"alg":"ES256"}"#)
    let others = try (0..<4).map { _ in try SigningKey.generate(.es256).publicJWK.json }
    let rsa = Fixture.rsa.publicJWK.json
    let mine = Fixture.ec.publicJWK.json
    #expect(refusal(of: token, trusting: try Self.set(others.prefix(3) + [rsa, mine])) == nil)
    #expect(
      refusal(of: token, trusting: try Self.set(Array(others.prefix(3)))) == .invalidSignature)
    #expect(refusal(of: token, trusting: try Self.set([rsa])) == .keyNotFound)
    #expect(refusal(of: token, trusting: try Self.set([])) == .keyNotFound)
    // With more than four keys, the order of the set would determine which are tried.
    #expect(refusal(of: token, trusting: try Self.set([mine] + others)) == .ambiguousKey)
  }

  @Test("a single key is not used if its id differs from the kid of the token")
  func otherID() throws {
    let key = try VerificationKey(JWK(parsing: Self.good.setting("kid", "other")))
    #expect(
      refusal { try UnverifiedJWT(Self.token).verified(by: key, accepting: [.es256]) }
        == .keyNotFound)
  }

  @Test("private members are not read into a public key")
  func privateMembers() throws {
    let jwk = try JWK(parsing: Fixture.rsaJWK)
    #expect(jwk.json.names == ["kty", "n", "e"])
    let published = JWKSet(keys: [jwk, try JWK(parsing: Fixture.edJWK)]).json
    #expect(!String(decoding: published.serialized(), as: UTF8.self).contains("\"d\""))
  }

  @Test("the thumbprint of RFC 7638 §3.1")
  func thumbprintRSA() throws {
    let text = #"""
      {"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFx\#
      uhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65\#
      YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWh\#
      AI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB",\#
      "alg":"RS256","kid":"2011-04-29"}
      """#
    let jwk = try JWK(parsing: JSONObject(parsing: text.utf8))
    #expect(jwk.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    #expect(jwk.keyID == "2011-04-29")
    #expect(jwk.algorithm == "RS256")
  }

  @Test("the thumbprint of RFC 8037 A.3")
  func thumbprintEd25519() throws {
    #expect(
      try JWK(parsing: Fixture.edJWK).thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
  }
}
