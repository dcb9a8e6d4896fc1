// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// The JSON Web Encryption vectors of Wycheproof, group by group.
@Suite("Wycheproof JSON Web Encryption")
struct WycheproofJWETests {
  private static let pkcs = "RSA1_5 is refused by name: RFC 8725 §3.2"

  /// The groups of the file. No token that Wycheproof calls invalid is accepted.
  static let groups = WycheproofGroup.numbered([
    .init("jwe_aes", accepted: 7, refused: 25),
    .init("jwe_ec", accepted: 9, refused: 16),
    .init("jwe_ec", accepted: 2),
    .init("jwe_ec", accepted: 2),
    .init("jwe_ec", accepted: 4, refused: 3),
    .init("jwe_aes", accepted: 1),
    .init("jwe_aes", accepted: 1),
    .init("jwe_aes", accepted: 1),
    .init("jwe_aes", accepted: 1),
    .init("jwe_aes", accepted: 3),
    .init("jwe_ec", accepted: 6),
    .init("jwe_rsa_oaep", accepted: 6),
    .init("jwe_rsa_oaep_256", accepted: 6, refused: 6),
    .init("jwe_rsa1_5", refused: 6, differences: 6, reason: pkcs),
    .init("jwe_aes", refused: 1),
    .init("jwe_aes", refused: 1),
    .init("jwe_aes", refused: 1),
    .init("jwe_aes", refused: 1),
    .init("jwe_rsa_oaep", refused: 1),
    .init("jwe_rsa_oaep_256", refused: 1),
    .init("jwe_rsa1_5", refused: 9, differences: 1, reason: pkcs),
    .init("jwe_rsa_oaep_modified", accepted: 1, refused: 6),
    .init("rfc_7520", refused: 1, differences: 1, reason: pkcs),
    .init("rfc_7520", accepted: 1),
    .init("rfc_7520", accepted: 1),
    .init("rfc_7520", accepted: 1),
    .init("rfc_7520", accepted: 1),
    .init("rfc_7520", accepted: 1),
    .init("rfc_7520", accepted: 1),
    .init(
      "rfc_7520", refused: 1, differences: 1,
      reason: "zip is refused: RFC 8725 §3.6"),
    .init("Pkcs5Paddings", refused: 4),
  ])

  private static func file() throws -> [JSONObject] {
    try Vectors.load("wycheproof/json_web_encryption_test.json").objects("testGroups")
  }

  private static func decrypted(_ jwe: String, _ group: JSONObject) throws -> [UInt8] {
    let token = try UnverifiedJWE(jwe)
    let key = try DecryptionKey(privateJWK: group.object("private"))
    return try token.decrypted(by: DecryptionKeySet([key]), accepting: Fixture.everyEncryption)
  }

  @Test("each group has the expected numbers of accepted and refused tokens", arguments: groups)
  func group(expected: WycheproofGroup) throws {
    try expected.check(Self.file(), "jwe") { jwe, vector, group in
      guard let content = try? Self.decrypted(jwe, group) else { return false }
      try #expect(content == Vectors.bytes(hex: vector.text("pt")))
      return true
    }
  }

  // attack: J-53
  @Test(
    "every RSA1_5 token is refused by its algorithm, with valid and with invalid padding")
  func pkcs15() throws {
    var count = 0
    for group in try Self.file() {
      for vector in try group.objects("tests") {
        let jwe = try vector.text("jwe")
        guard jwe.hasPrefix(Base64URL.encode(#"{"alg":"RSA1_5""#.utf8)) else { continue }
        count += 1
        let error = #expect(throws: JOSEError.self) { try UnverifiedJWE(jwe) }
        #expect(error == JOSEError(.unsupportedAlgorithm, ""))
        #expect(error?.reason.contains("RSA1_5") == true)
      }
    }
    #expect(count == 30)
    // A key for it is refused as well.
    let jwk = try Self.file()[13].object("private")
    #expect(refusal { try DecryptionKey(privateJWK: jwk) } == .invalidKey)
    #expect(KeyManagementAlgorithm(rawValue: "RSA1_5") == nil)
  }

  @Test("the table contains every group of the file and its 139 tokens")
  func complete() throws {
    #expect(try Self.file().count == Self.groups.count)
    #expect(Self.groups.reduce(0) { $0 + $1.accepted + $1.refused } == 139)
  }
}
