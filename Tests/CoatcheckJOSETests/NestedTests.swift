// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("tokens signed and then encrypted")
struct NestedTests {
  @Test(
    "a signed and encrypted token is decrypted and verified in one call",
    arguments: SignatureAlgorithm.allCases)
  func roundTrip(algorithm: SignatureAlgorithm) throws {
    let signer = Fixture.signer(algorithm)
    let own = try DecryptionKey.generate(.ecdhESA256KW, curve: .x25519)
    let text = try own.encryptionKey().encrypt(
      signed: signer.sign(Fixture.claims, type: "JWT"), algorithm: .ecdhESA256KW,
      encryption: .a256CBCHS512, type: "JWT")
    let nested = try UnverifiedNestedJWT(text)
    #expect(nested.header.hasContentType("jwt"))
    #expect(nested.header.hasType("application/JWT"))
    let token = try nested.verified(
      openedBy: DecryptionKeySet([own]), accepting: Fixture.everyEncryption,
      signedBy: signer.trusted, accepting: [algorithm])
    #expect(token.claims == Fixture.claims)
    #expect(token.header.algorithm == algorithm)
    // Neither type reads the text of the other one.
    #expect(refusal { try UnverifiedJWT(text) } != nil)
    #expect(refusal { try UnverifiedJWE(token.compact) } == .malformedToken)
    #expect(!"\(nested) \(String(reflecting: nested))".contains(text.suffix(20)))
  }

  @Test("a token with a MAC can be encrypted as well")
  func secret() throws {
    let key = try MACKey(secret: [UInt8](repeating: 9, count: 48), algorithm: .hs384)
    let own = try DecryptionKey.generate(.a256GCMKW)
    let text = try own.encryptionKey().encrypt(
      signed: key.sign(Fixture.claims), algorithm: .a256GCMKW, encryption: .a192GCM)
    let token = try UnverifiedNestedJWT(text).verified(
      openedBy: DecryptionKeySet([own]), accepting: Fixture.everyEncryption, authenticatedBy: key)
    #expect(token.claims == Fixture.claims)
  }

  @Test(
    "a claim that is replicated in the header has to equal the claim of the token",
    arguments: [
      ("iss", "https://op.example", true), ("iss", "https://evil.example", false),
      ("aud", "app", true), ("sub", "mallory", false),
    ])
  func replicated(name: String, value: String, isSame: Bool) throws {
    let own = try DecryptionKey.generate(.ecdhES)
    let text = try own.encryptionKey().encrypt(
      Array(Fixture.ec.sign(Fixture.claims).utf8), algorithm: .ecdhES, encryption: .a128GCM,
      contentType: "JWT", header: [name: .string(value)])
    let code = refusal {
      try UnverifiedNestedJWT(text).verified(
        openedBy: DecryptionKeySet([own]), accepting: Fixture.everyEncryption,
        signedBy: Fixture.ec.trusted, accepting: [.es256])
    }
    #expect(code == (isSame ? nil : .invalidHeader))
  }

  // attack: J-64
  @Test("a token that was accepted before is refused after its key was removed")
  func goneKey() throws {
    let token = try UnverifiedJWT(Fixture.ec.sign(Fixture.claims))
    let before = VerificationKeySet(
      JWKSet(keys: [Fixture.ec.publicJWK, Fixture.rsa.publicJWK]))
    for _ in 0..<3 {
      #expect(refusal { try token.verified(by: before, accepting: [.es256]) } == nil)
    }
    let after = VerificationKeySet(JWKSet(keys: [Fixture.rsa.publicJWK]))
    #expect(refusal { try token.verified(by: after, accepting: [.es256]) } == .keyNotFound)

    let own = try DecryptionKey.generate(.a128KW)
    let sealed = try UnverifiedJWE(
      own.encryptionKey().encrypt([1], algorithm: .a128KW, encryption: .a128GCM))
    #expect(
      try sealed.decrypted(by: DecryptionKeySet([own]), accepting: Fixture.everyEncryption) == [1])
    #expect(
      refusal { try sealed.decrypted(by: DecryptionKeySet([]), accepting: Fixture.everyEncryption) }
        == .keyNotFound)
  }

  @Test("a decryption key is selected by kid, and without kid all that fit are tried")
  func choice() throws {
    func named(_ name: String) throws -> DecryptionKey {
      let json = try DecryptionKey.generate(.ecdhES).privateJWK()
      return try DecryptionKey(privateJWK: json.setting("kid", .string(name)))
    }
    let (mine, twin, other) = (try named("k"), try named("k"), try named("o"))
    let token = try UnverifiedJWE(
      mine.encryptionKey().encrypt([1], algorithm: .ecdhES, encryption: .a128GCM))
    func code(_ keys: [DecryptionKey]) -> JOSEError.Code? {
      refusal {
        try token.decrypted(by: DecryptionKeySet(keys), accepting: Fixture.everyEncryption)
      }
    }
    #expect(code([mine, other]) == nil)
    #expect(code([other]) == .keyNotFound)
    #expect(code([mine, twin]) == .ambiguousKey)
    let wrapping = try DecryptionKey(
      secret: [UInt8](repeating: 0, count: 16), algorithm: .a128KW, keyID: "k")
    #expect(code([wrapping]) == .algorithmKeyMismatch)
    #expect(code([wrapping, mine]) == nil)

    let unnamed = try UnverifiedJWE(
      EncryptionKey(secret: [UInt8](repeating: 4, count: 16), algorithm: .a128KW)
        .encrypt([1], algorithm: .a128KW, encryption: .a128GCM))
    let secrets = try (0..<5).map {
      try DecryptionKey(secret: [UInt8](repeating: UInt8($0), count: 16), algorithm: .a128KW)
    }
    let last = DecryptionKeySet(Array(secrets.suffix(4)))
    #expect(try unnamed.decrypted(by: last, accepting: Fixture.everyEncryption) == [1])
    #expect(
      refusal {
        try unnamed.decrypted(by: DecryptionKeySet(secrets), accepting: Fixture.everyEncryption)
      } == .ambiguousKey)
  }

  @Test(
    "a key that is not for decryption is refused",
    arguments: [
      Case("for signing", ["use": "sig"]), Case("signs", ["key_ops": ["sign"]]),
      Case("twice", ["key_ops": ["deriveKey", "deriveKey"]]),
      Case("enc and signs", ["use": "enc", "key_ops": ["deriveKey", "sign"]]),
      Case("of another algorithm", ["alg": "RSA-OAEP"]), Case("of RSA1_5", ["alg": "RSA1_5"]),
      Case("of another curve", ["crv": "P-384"]), Case("without d", ["d": nil]),
      Case("d of another key", ["d": Fixture.edJWK["d"]]),
    ] as [Case<[String: JSONValue?]>])
  func misfit(change: Case<[String: JSONValue?]>) {
    var json = Fixture.ecJWK
    #expect(refusal { try DecryptionKey(privateJWK: json) } == nil)
    for (name, value) in change.value { json[name] = value }
    #expect(refusal { try DecryptionKey(privateJWK: json) } == .invalidKey)
  }

  @Test("a secret has to have exactly the length for its algorithm")
  func secretLengths() {
    for algorithm in KeyManagementAlgorithm.allCases {
      let right: Set<Int> =
        switch algorithm {
        case .a128KW, .a128GCMKW: [16]
        case .a192KW, .a192GCMKW: [24]
        case .a256KW, .a256GCMKW: [32]
        case .direct: [16, 24, 32, 48, 64]
        default: []
        }
      for count in [0, 15, 16, 24, 32, 48, 64, 65] {
        let secret = [UInt8](repeating: 1, count: count)
        let code = refusal { try DecryptionKey(secret: secret, algorithm: algorithm) }
        #expect((code == nil) == right.contains(count), "\(algorithm) \(count)")
        #expect(refusal { try EncryptionKey(secret: secret, algorithm: algorithm) } == code)
      }
    }
  }
}
