// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("encrypting")
struct EncryptionTests {
  /// An algorithm for the content encryption key, with a curve if it is a key agreement.
  struct Way: Sendable, CustomTestStringConvertible {
    let algorithm: KeyManagementAlgorithm
    let curve: AgreementCurve

    var testDescription: String {
      algorithm.rawValue.hasPrefix("ECDH")
        ? "\(algorithm.rawValue) \(curve.rawValue)" : algorithm.rawValue
    }

    /// Every algorithm; those of key agreement with every curve.
    static let all = KeyManagementAlgorithm.allCases.flatMap { algorithm in
      algorithm.rawValue.hasPrefix("ECDH")
        ? AgreementCurve.allCases.map { Way(algorithm: algorithm, curve: $0) }
        : [Way(algorithm: algorithm, curve: .p256)]
    }
  }

  @Test("the tests cover 25 combinations of algorithm and curve, and 6 content encryptions")
  func count() {
    #expect(Way.all.count == 25)
    #expect(ContentEncryption.allCases.count == 6)
  }

  @Test(
    "a token is decrypted with its own key only", arguments: Way.all)
  func roundTrip(way: Way) throws {
    var random = SplitMix64(seed: 11)
    for encryption in ContentEncryption.allCases {
      let key = try DecryptionKey.generate(way.algorithm, curve: way.curve, encryption: encryption)
      let other = try DecryptionKey.generate(
        way.algorithm, curve: way.curve, encryption: encryption)
      for count in [0, 1, 15, 16, 17, 300] {
        let content = random.bytes(count)
        let token = try key.encryptionKey().encrypt(
          content, algorithm: way.algorithm, encryption: encryption, contentType: "x",
          type: "y", header: ["x-round": true])
        let read = try UnverifiedJWE(token)
        #expect(read.header.algorithm == way.algorithm)
        #expect(read.header.encryption == encryption)
        #expect(read.header.keyID == key.keyID)
        #expect(read.header.hasContentType("application/X"))
        #expect(read.header.hasType("Y"))
        #expect(read.header.json["x-round"] == true)
        #expect(try read.decrypted(by: key, accepting: Fixture.everyEncryption) == content)
        #expect(
          try read.decrypted(
            by: DecryptionKeySet([other, key]), accepting: Fixture.everyEncryption)
            == content)
        let code = refusal { try read.decrypted(by: other, accepting: Fixture.everyEncryption) }
        #expect(code == (key.keyID == nil ? .decryptionFailed : .keyNotFound))
      }
    }
  }

  @Test("a token with any character changed is not decrypted", arguments: Way.all)
  func mutation(way: Way) throws {
    for encryption in [ContentEncryption.a128GCM, .a128CBCHS256] {
      let key = try DecryptionKey.generate(way.algorithm, curve: way.curve, encryption: encryption)
      let token = try key.encryptionKey().encrypt(
        Array("secret".utf8), algorithm: way.algorithm, encryption: encryption)
      for index in 0..<token.utf8.count where index % 3 == 0 || index > token.utf8.count - 60 {
        var bytes = Array(token.utf8)
        bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let changed = String(decoding: bytes, as: UTF8.self)
        #expect(
          refusal {
            try UnverifiedJWE(changed).decrypted(by: key, accepting: Fixture.everyEncryption)
          } != nil)
      }
    }
  }

  @Test(
    "a new key is unchanged after it was stored, and no private member is printed",
    arguments: Way.all)
  func stored(way: Way) throws {
    let key = try DecryptionKey.generate(way.algorithm, curve: way.curve)
    let json = try JSONObject(parsing: key.privateJWK().serialized())
    let again = try DecryptionKey(privateJWK: json)
    #expect(again.publicJWK == key.publicJWK)
    #expect(try again.privateJWK() == json)
    #expect(key.publicJWK?.use ?? "enc" == "enc")
    #expect(key.keyID == key.publicJWK?.thumbprint)
    let token = try again.encryptionKey().encrypt(
      [1, 2], algorithm: way.algorithm, encryption: .a256GCM)
    #expect(
      try UnverifiedJWE(token).decrypted(by: key, accepting: Fixture.everyEncryption) == [1, 2])

    var shown = "\(key) \(String(reflecting: key)) \(try UnverifiedJWE(token))"
    dump(key, to: &shown)
    dump(try key.encryptionKey(), to: &shown)
    dump(try UnverifiedJWE(token), to: &shown)
    #expect(shown.contains(way.algorithm.rawValue))
    for name in ["d", "p", "q", "dp", "dq", "qi", "k"] {
      guard let secret = json[name]?.stringValue else { continue }
      #expect(!shown.contains(secret))
      #expect(key.publicJWK?.json[name] == nil)
    }
    #expect(!shown.contains(token.split(separator: ".").last ?? ""))
  }

  @Test(
    "two tokens with the same content differ in every part after the header", arguments: Way.all)
  func fresh(way: Way) throws {
    let key = try DecryptionKey.generate(way.algorithm, curve: way.curve)
    let tokens = try (0..<2).map { _ in
      try key.encryptionKey().encrypt(
        [UInt8](repeating: 7, count: 16), algorithm: way.algorithm, encryption: .a256GCM
      )
      .split(separator: ".", omittingEmptySubsequences: false)
    }
    for part in 2..<5 { #expect(tokens[0][part] != tokens[1][part]) }
    if !tokens[0][1].isEmpty { #expect(tokens[0][1] != tokens[1][1]) }
  }

  @Test("a content or a header that would make the token too long is refused")
  func tooLong() throws {
    let key = try DecryptionKey.generate(.a128KW).encryptionKey()
    for count in [12_201, 12 << 10, 1 << 20] {
      let content = [UInt8](repeating: 0, count: count)
      #expect(
        refusal { try key.encrypt(content, algorithm: .a128KW, encryption: .a128GCM) } == .tooLarge)
    }
    let header: JSONObject = ["x": .string(String(repeating: "x", count: 4 << 10))]
    #expect(
      refusal { try key.encrypt([], algorithm: .a128KW, encryption: .a128GCM, header: header) }
        == .tooLarge)
  }

  @Test(
    "the caller cannot set a reserved header parameter",
    arguments: [
      "alg", "enc", "zip", "crit", "kid", "cty", "typ", "epk", "apu", "apv", "iv", "tag", "p2c",
      "jwk",
    ])
  func reserved(name: String) throws {
    let key = try DecryptionKey.generate(.a128KW).encryptionKey()
    #expect(
      refusal {
        try key.encrypt([], algorithm: .a128KW, encryption: .a128GCM, header: [name: "x"])
      } == .reservedHeader)
  }

  @Test("a key encrypts only with the algorithms it is for")
  func mismatch() throws {
    let rsa = try DecryptionKey.generate(.rsaOAEP).encryptionKey()
    for algorithm in KeyManagementAlgorithm.allCases where algorithm != .rsaOAEP {
      #expect(
        refusal { try rsa.encrypt([], algorithm: algorithm, encryption: .a128GCM) }
          == .algorithmKeyMismatch)
    }
  }
}
