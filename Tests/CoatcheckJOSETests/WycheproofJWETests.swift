// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// The JSON Web Encryption vectors of Wycheproof, group by group.
@Suite("Wycheproof JSON Web Encryption")
struct WycheproofJWETests {
  /// What must happen with one group of the file.
  struct Group: Sendable, CustomTestStringConvertible {
    let index: Int
    let name: String
    let accepted: Int
    let refused: Int
    /// Tokens Wycheproof calls valid and which are refused here.
    var differences = 0
    var reason = ""

    var testDescription: String { "\(index) \(name)" }
  }

  private static let pkcs = "RSA1_5 is refused by name: RFC 8725 §3.2"

  /// Every deliberate difference has its reason. No difference exists in the other direction: nothing that
  /// Wycheproof calls invalid is accepted.
  static let groups = [
    Group(index: 0, name: "jwe_aes", accepted: 7, refused: 25),
    Group(index: 1, name: "jwe_ec", accepted: 9, refused: 16),
    Group(index: 2, name: "jwe_ec", accepted: 2, refused: 0),
    Group(index: 3, name: "jwe_ec", accepted: 2, refused: 0),
    Group(index: 4, name: "jwe_ec", accepted: 4, refused: 3),
    Group(index: 5, name: "jwe_aes", accepted: 1, refused: 0),
    Group(index: 6, name: "jwe_aes", accepted: 1, refused: 0),
    Group(index: 7, name: "jwe_aes", accepted: 1, refused: 0),
    Group(index: 8, name: "jwe_aes", accepted: 1, refused: 0),
    Group(index: 9, name: "jwe_aes", accepted: 3, refused: 0),
    Group(index: 10, name: "jwe_ec", accepted: 6, refused: 0),
    Group(index: 11, name: "jwe_rsa_oaep", accepted: 6, refused: 0),
    Group(index: 12, name: "jwe_rsa_oaep_256", accepted: 6, refused: 6),
    Group(
      index: 13, name: "jwe_rsa1_5", accepted: 0, refused: 6, differences: 6, reason: pkcs),
    Group(index: 14, name: "jwe_aes", accepted: 0, refused: 1),
    Group(index: 15, name: "jwe_aes", accepted: 0, refused: 1),
    Group(index: 16, name: "jwe_aes", accepted: 0, refused: 1),
    Group(index: 17, name: "jwe_aes", accepted: 0, refused: 1),
    Group(index: 18, name: "jwe_rsa_oaep", accepted: 0, refused: 1),
    Group(index: 19, name: "jwe_rsa_oaep_256", accepted: 0, refused: 1),
    Group(
      index: 20, name: "jwe_rsa1_5", accepted: 0, refused: 9, differences: 1, reason: pkcs),
    Group(index: 21, name: "jwe_rsa_oaep_modified", accepted: 1, refused: 6),
    Group(index: 22, name: "rfc_7520", accepted: 0, refused: 1, differences: 1, reason: pkcs),
    Group(index: 23, name: "rfc_7520", accepted: 1, refused: 0),
    Group(index: 24, name: "rfc_7520", accepted: 1, refused: 0),
    Group(index: 25, name: "rfc_7520", accepted: 1, refused: 0),
    Group(index: 26, name: "rfc_7520", accepted: 1, refused: 0),
    Group(index: 27, name: "rfc_7520", accepted: 1, refused: 0),
    Group(index: 28, name: "rfc_7520", accepted: 1, refused: 0),
    Group(
      index: 29, name: "rfc_7520", accepted: 0, refused: 1, differences: 1,
      reason: "zip is refused: RFC 8725 §3.6"),
    Group(index: 30, name: "Pkcs5Paddings", accepted: 0, refused: 4),
  ]

  private static func file() throws -> [JSONObject] {
    try Vectors.load("wycheproof/json_web_encryption_test.json").objects("testGroups")
  }

  private static func decrypted(_ jwe: String, _ group: JSONObject) throws -> [UInt8] {
    let token = try UnverifiedJWE(jwe)
    let key = try DecryptionKey(privateJWK: group.object("private"))
    return try token.decrypted(by: DecryptionKeySet([key]), accepting: Fixture.everyEncryption)
  }

  @Test("each group is accepted and refused as its row says", arguments: groups)
  func group(expected: Group) throws {
    let group = try Self.file()[expected.index]
    #expect(try group.text("comment") == expected.name)
    var (accepted, refused, differences) = (0, 0, 0)
    for vector in try group.objects("tests") {
      let jwe = try vector.text("jwe")
      let isValid = try vector.text("result") == "valid"
      let comment = try vector.text("comment")
      if let content = try? Self.decrypted(jwe, group) {
        accepted += 1
        #expect(isValid, "accepted: \(comment)")
        #expect(content == (try Vectors.bytes(hex: vector.text("pt"))), "\(comment)")
      } else {
        refused += 1
        if isValid { differences += 1 }
      }
    }
    #expect(accepted == expected.accepted)
    #expect(refused == expected.refused)
    #expect(differences == expected.differences)
    #expect((differences == 0) == expected.reason.isEmpty)
  }

  // attack: J-53
  @Test("every RSA1_5 token is refused by that name, whatever is wrong with its padding")
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
    // Nor can a key be for it.
    let jwk = try Self.file()[13].object("private")
    #expect(refusal { try DecryptionKey(privateJWK: jwk) } == .invalidKey)
    #expect(KeyManagementAlgorithm(rawValue: "RSA1_5") == nil)
  }

  @Test("the table has every group of the file, and its 139 tokens")
  func complete() throws {
    #expect(try Self.file().count == Self.groups.count)
    #expect(Self.groups.map(\.index) == Array(0..<Self.groups.count))
    #expect(Self.groups.reduce(0) { $0 + $1.accepted + $1.refused } == 139)
  }
}
