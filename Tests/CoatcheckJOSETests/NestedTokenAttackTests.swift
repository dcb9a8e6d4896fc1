// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Encrypted tokens whose content is not a JWT of a trusted signer.
@Suite("attacks on encrypted tokens with a nested token")
struct NestedTokenAttackTests {
  // attack: J-58
  @Test("claims that are encrypted and not signed are refused")
  func unsigned() throws {
    let (key, keys) = try Self.recipient()
    let text = Fixture.claims.serialized()
    let bare = try key.encrypt(
      text, algorithm: .ecdhES, encryption: .a128GCM, contentType: "JWT")
    #expect(Self.code(bare, keys) == .malformedToken)
    // Without `cty`, the content is not declared as a JWT, even if it is one.
    let unnamed = try key.encrypt(
      Array(try Fixture.ec.sign(Fixture.claims).utf8), algorithm: .ecdhES, encryption: .a128GCM)
    #expect(Self.code(unnamed, keys) == .invalidHeader)
    let binary = try key.encrypt(
      [0xFF, 0xFE], algorithm: .ecdhES, encryption: .a128GCM, contentType: "JWT")
    #expect(Self.code(binary, keys) == .malformedToken)
    #expect(
      refusal {
        try key.encrypt(signed: "not.a.token", algorithm: .ecdhES, encryption: .a128GCM)
      } != nil)
  }

  // attack: J-59
  @Test("a nested token that is unsecured or signed with an unknown key is refused")
  func envelope() throws {
    let (key, keys) = try Self.recipient()
    let none = Base64URL.encode(#"{"alg":"none"}"#.utf8) + ".e30."
    let unsecured = try key.encrypt(
      Array(none.utf8), algorithm: .ecdhES, encryption: .a128GCM, contentType: "JWT")
    #expect(Self.code(unsecured, keys) == .unsupportedAlgorithm)
    let attacker = try key.encrypt(
      signed: Fixture.attackerEC.sign(Fixture.claims), algorithm: .ecdhES, encryption: .a128GCM)
    #expect(Self.code(attacker, keys) == .keyNotFound)
    // A token with a MAC instead of a signature.
    let mac = try MACKey(secret: [UInt8](repeating: 1, count: 32), algorithm: .hs256)
    let other = try key.encrypt(
      signed: mac.sign(Fixture.claims), algorithm: .ecdhES, encryption: .a128GCM)
    #expect(Self.code(other, keys) == .unsupportedAlgorithm)
  }

  private static func recipient() throws -> (EncryptionKey, DecryptionKeySet) {
    let key = try DecryptionKey.generate(.ecdhES)
    return (try key.encryptionKey(), DecryptionKeySet([key]))
  }

  private static func code(_ token: String, _ keys: DecryptionKeySet) -> JOSEError.Code? {
    refusal {
      try UnverifiedNestedJWT(token).verified(
        openedBy: keys, accepting: Fixture.everyEncryption, signedBy: Fixture.ec.trusted,
        accepting: [.es256])
    }
  }
}
