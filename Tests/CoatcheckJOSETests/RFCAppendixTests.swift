// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
@testable import CoatcheckJOSE

/// The appendices of the specifications, one test each.
@Suite("appendices of the specifications")
struct RFCAppendixTests {
  private static func file(_ number: Int, _ part: String) throws -> JSONObject {
    try Vectors.load("rfc/\(number).json").object(part)
  }

  @Test("RFC 7515 A.1: the HS256 token is verified and reproduced")
  func jwsA1() throws {
    let vector = try Self.file(7515, "A.1")
    let key = try MACKey(jwk: vector.object("key").setting("alg", "HS256"))
    let compact = try vector.text("compact")
    let token = try key.verified(compact)
    #expect(token.claims == (try JSONObject(parsing: vector.text("payload").utf8)))
    let parts = compact.split(separator: ".")
    #expect(Base64URL.encode(key.code(for: "\(parts[0]).\(parts[1])".utf8)) == parts[2])
  }

  @Test(
    "RFC 7515 A.2 to A.4: the RS256, ES256 and ES512 tokens are verified",
    arguments: ["A.2", "A.3", "A.4"])
  func jwsSigned(part: String) throws {
    let vector = try Self.file(7515, part)
    let algorithm = try #require(SignatureAlgorithm(rawValue: vector.text("alg")))
    let key = try VerificationKey(JWK(parsing: vector.object("key")))
    let payload = try CompactJWS(vector.text("compact"))
      .verifiedPayload(by: key, accepting: [algorithm])
    #expect(String(decoding: payload, as: UTF8.self) == (try vector.text("payload")))
    // The private key signs, and the public key verifies.
    let signer = try SigningKey(privateJWK: vector.object("key"))
    #expect(signer.algorithm == algorithm)
    let mine = try signer.sign(Fixture.claims)
    #expect(
      refusal { try UnverifiedJWT(mine).verified(by: signer.trusted, accepting: [algorithm]) }
        == nil)
  }

  @Test("RFC 7515 A.5, RFC 7519 6.1: an unsecured token (alg none) is refused")
  func unsecured() throws {
    for compact in [
      try Self.file(7515, "A.5").text("compact"), try Vectors.load("rfc/7519.json").text("6.1"),
    ] {
      #expect(refusal { try UnverifiedJWT(compact) } == .unsupportedAlgorithm)
      #expect(refusal { try UnverifiedMACToken(compact) } == .unsupportedAlgorithm)
    }
  }

  // attack: J-63
  @Test(
    "RFC 7515 A.6 and A.7, RFC 7516 A.4 and A.5: the JSON serializations are refused",
    arguments: [(7515, "A.6"), (7515, "A.7"), (7516, "A.4"), (7516, "A.5")])
  func jsonSerialisation(number: Int, part: String) throws {
    let json = try Self.file(number, part).object("json")
    // Also if one name is both in the protected and in the unprotected header.
    for json in [json, json.setting("header", ["alg": "ES256"])] {
      let text = String(decoding: json.serialized(), as: UTF8.self)
      #expect(refusal { try UnverifiedJWT(text) } == .malformedToken)
      #expect(refusal { try UnverifiedJWE(text) } == .malformedToken)
      #expect(refusal { try UnverifiedMACToken(text) } == .malformedToken)
    }
  }

  @Test("RFC 7515 E: an unknown critical extension is refused")
  func jwsE() throws {
    let compact = try Self.file(7515, "E").text("compact")
    #expect(
      [.criticalHeader, .unsupportedAlgorithm].contains(refusal { try UnverifiedJWT(compact) }))
  }

  @Test(
    "RFC 7516 A.1 and A.3 are decrypted, and A.1 and A.3 reproduced", arguments: ["A.1", "A.3"])
  func jwe(part: String) throws {
    let vector = try Self.file(7516, part)
    let key = try DecryptionKey(privateJWK: vector.object("key"))
    let compact = try vector.text("compact")
    let content = try UnverifiedJWE(compact)
      .decrypted(by: key, accepting: Fixture.everyEncryption)
    #expect(String(decoding: content, as: UTF8.self) == (try vector.text("plaintext")))

    let jwe = try CompactJWE(compact)
    let cek = try Base64URL.decode(vector.text("cek"))
    #expect(try key.contentKey(of: jwe).withUnsafeBytes { Array($0) } == cek)
    let cipher = ContentCipher(encryption: jwe.header.encryption, key: SymmetricKey(data: cek))
    let sealed = try cipher.seal(
      content, associated: jwe.associated, vector: Base64URL.decode(vector.text("iv")))
    #expect(sealed.ciphertext == jwe.sealed.ciphertext)
    #expect(sealed.tag == jwe.sealed.tag)
  }

  // attack: J-53
  @Test("RFC 7516 A.2, RFC 7519 A.1 and A.2: RSA1_5 is refused by name, in key and token")
  func pkcs15() throws {
    let vector = try Self.file(7516, "A.2")
    let nested = try Vectors.load("rfc/7519.json")
    for compact in [try vector.text("compact"), try nested.text("A.1"), try nested.text("A.2")] {
      let error = #expect(throws: JOSEError.self) { try UnverifiedJWE(compact) }
      #expect(error == JOSEError(.unsupportedAlgorithm, ""))
      #expect(error?.reason.contains("RSA1_5") == true)
      #expect(refusal { try UnverifiedNestedJWT(compact) } == .unsupportedAlgorithm)
    }
    let key = try vector.object("key").setting("alg", "RSA1_5")
    #expect(refusal { try DecryptionKey(privateJWK: key) } == .invalidKey)
  }

  @Test("RFC 7517 A.1 to A.3: the keys are imported by the type for their use")
  func jwkA() throws {
    let file = try Vectors.load("rfc/7517.json")
    let set = try JWKSet(parsing: file.object("A.1").serialized())
    #expect(set.keys.map(\.keyID) == ["1", "2011-04-29"])
    #expect(
      set.keys.map { JSONValue.string($0.thumbprint) }
        == (file["A.1 thumbprints"]?.arrayValue ?? []))
    #expect(VerificationKeySet(set).keyIDs == ["2011-04-29"])
    #expect(try EncryptionKey(set.keys[0]).keyID == "1")
    #expect(refusal { try EncryptionKey(set.keys[1]) } == .invalidKey)
    let own = try file.object("A.2").objects("keys")
    #expect(try DecryptionKey(privateJWK: own[0]).publicJWK?.thumbprint == set.keys[0].thumbprint)
    #expect(try SigningKey(privateJWK: own[1]).publicJWK.thumbprint == set.keys[1].thumbprint)
    let shared = try file.object("A.3").objects("keys")
    #expect(try DecryptionKey(privateJWK: shared[0]).publicJWK == nil)
    #expect(
      try MACKey(jwk: shared[1].setting("alg", "HS512")).keyID == "HMAC key used in JWS A.1 example"
    )
    // A JWK Set with symmetric keys only has no public keys.
    #expect(try JWKSet(parsing: file.object("A.3").serialized()).keys.isEmpty)
  }

  @Test("RFC 7517 B: a key with a certificate is imported from its RSA members")
  func jwkB() throws {
    let jwk = try JWK(parsing: Self.file(7517, "B"))
    #expect(jwk.keyID == "1b94c")
    #expect(try VerificationKey(jwk).keyID == "1b94c")
  }

  // attack: J-51
  @Test(
    "RFC 7517 C: a key that is encrypted with a password (PBES2) is refused")
  func jwkC() throws {
    let vector = try Self.file(7517, "C")
    let error = #expect(throws: JOSEError.self) { try UnverifiedJWE(vector.text("compact")) }
    #expect(error == JOSEError(.unsupportedAlgorithm, ""))
    #expect(error?.reason.contains("PBES2") == true)
    #expect(try DecryptionKey(privateJWK: vector.object("key")).keyID == "juliet@capulet.lit")
  }

  @Test("RFC 7518 B: the tags of the three CBC algorithms", arguments: ContentEncryption.allCases)
  func jwaB(encryption: ContentEncryption) throws {
    guard encryption.macHash != nil else { return }
    let vector = try Self.file(7518, "B")
    let key = SymmetricKey(data: (0..<encryption.keyByteCount).map { UInt8($0) })
    let cipher = ContentCipher(encryption: encryption, key: key)
    let associated = Array(try vector.text("associated").utf8)
    let plaintext = Array(try vector.text("plaintext").utf8)
    let sealed = try cipher.seal(
      plaintext, associated: associated, vector: Vectors.bytes(hex: vector.text("iv")))
    #expect(
      sealed.tag == (try Vectors.bytes(hex: vector.object("tags").text(encryption.rawValue))))
    #expect(cipher.open(sealed, associated: associated) == plaintext)
    #expect(cipher.open(sealed, associated: associated + [0]) == nil)
  }

  @Test("RFC 7518 C: both sides of a key agreement derive the same key")
  func jwaC() throws {
    let vector = try Self.file(7518, "C")
    let header = HeaderMembers(try vector.object("header"))
    let right = try vector.text("key")
    for (mine, theirs) in [("alice", "bob"), ("bob", "alice")] {
      let members = KeyMembers(try vector.object(mine))
      let own = try #require(try AgreementPrivateKey(KeyParameters(members), members))
      let other = try KeyParameters(KeyMembers(vector.object(theirs)))
      let derivation = try ConcatKDF(.ecdhES, .a128GCM, parties: header)
      let key = derivation.key(from: try own.secret(with: other))
      #expect(Base64URL.encode(key.withUnsafeBytes { Array($0) }) == right)
    }
  }

  @Test("RFC 7519 3.1: the token verifies")
  func jwt() throws {
    let key = try MACKey(jwk: Self.file(7515, "A.1").object("key").setting("alg", "HS256"))
    let token = try key.verified(try Vectors.load("rfc/7519.json").text("3.1"))
    #expect(token.claims["iss"] == "joe")
    #expect(token.header.hasType("JWT"))
  }

  @Test("RFC 8037 A.1 to A.5: Ed25519")
  func cfrgSigning() throws {
    let file = try Vectors.load("rfc/8037.json")
    let key = try SigningKey(privateJWK: file.object("A.1"))
    #expect(key.publicJWK.thumbprint == (try file.text("A.3")))
    let compact = try file.object("A.4").text("compact")
    let payload = try CompactJWS(compact).verifiedPayload(
      by: VerificationKey(key.publicJWK), accepting: [.edDSA])
    #expect(String(decoding: payload, as: UTF8.self) == (try file.object("A.4").text("payload")))
    let parts = compact.split(separator: ".")
    let signature = try key.signature(for: Array("\(parts[0]).\(parts[1])".utf8))
    #expect(Base64URL.encode(signature) == parts[2])
  }

  @Test("RFC 8037 A.6: X25519 computes the shared secret of the example")
  func cfrgAgreement() throws {
    let vector = try Self.file(8037, "A.6")
    let bob = try KeyParameters(KeyMembers(vector.object("bob")))
    let secret = try Vectors.bytes(hex: vector.text("ephemeral secret"))
    let members = KeyMembers(
      try vector.object("epk").setting("d", .string(Base64URL.encode(secret))))
    let own = try #require(try AgreementPrivateKey(KeyParameters(members), members))
    #expect(own.parameters == (try KeyParameters(KeyMembers(vector.object("epk")))))
    #expect(try own.secret(with: bob) == (try Vectors.bytes(hex: vector.text("z"))))
  }
}
