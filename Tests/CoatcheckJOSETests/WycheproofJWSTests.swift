// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// The JSON Web Signature vectors of Wycheproof, group by group.
@Suite("Wycheproof JSON Web Signatures")
struct WycheproofJWSTests {
  /// What must happen with one group of the file.
  struct Group: Sendable, CustomTestStringConvertible {
    let index: Int
    let name: String
    let accepted: Int
    let refused: Int
    /// Tokens Wycheproof calls valid and which are refused here.
    var differences = 0
    /// Tokens Wycheproof calls invalid which are, byte for byte, one it calls valid: the padding their
    /// comment speaks of is not in the file.
    var twins = 0
    var reason = ""

    var testDescription: String { "\(index) \(name)" }
  }

  /// Every deliberate difference has its reason. No difference exists in the other direction: nothing that
  /// Wycheproof calls invalid is accepted, unless the same bytes are also called valid.
  static let groups = [
    Group(index: 0, name: "hs256", accepted: 1, refused: 16),
    Group(index: 1, name: "es256", accepted: 1, refused: 14),
    Group(index: 2, name: "rs256", accepted: 1, refused: 225),
    Group(index: 3, name: "rs256", accepted: 5, refused: 0),
    Group(index: 4, name: "rs384", accepted: 4, refused: 0),
    Group(index: 5, name: "rs512", accepted: 4, refused: 0),
    Group(index: 6, name: "ps256", accepted: 6, refused: 42),
    Group(index: 7, name: "ps384", accepted: 4, refused: 1),
    Group(index: 8, name: "ps512", accepted: 4, refused: 16),
    Group(index: 9, name: "rfc7520", accepted: 1, refused: 0),
    Group(
      index: 10, name: "rfc7520", accepted: 0, refused: 1, differences: 1,
      reason: "the header says PS384, the key PS256: not one algorithm"),
    Group(
      index: 11, name: "rfc7520", accepted: 0, refused: 1, differences: 1,
      reason: "the key says ES521, which is the name of no algorithm"),
    Group(index: 12, name: "rfc7520", accepted: 1, refused: 0),
    Group(index: 13, name: "rfc7520WithKeyOps", accepted: 1, refused: 0),
    Group(
      index: 14, name: "rfc7520WithKeyOps", accepted: 0, refused: 1, differences: 1,
      reason: "the header says PS384, the key PS256: not one algorithm"),
    Group(
      index: 15, name: "rfc7520WithKeyOps", accepted: 0, refused: 1, differences: 1,
      reason: "the key says ES521, which is the name of no algorithm"),
    Group(index: 16, name: "rfc7520", accepted: 1, refused: 0),
    Group(index: 17, name: "rsa_encryption", accepted: 0, refused: 1),
    Group(index: 18, name: "ec_key_for_encryption", accepted: 0, refused: 1),
    Group(index: 19, name: "rsa_encryption", accepted: 0, refused: 1),
    Group(index: 20, name: "ec_key_for_encryption", accepted: 0, refused: 1),
    Group(
      index: 21, name: "base64", accepted: 7, refused: 14, differences: 2, twins: 2,
      reason: "two hold a `?` within the base64url, which RFC 7515 §2 has no place for"),
    Group(index: 22, name: "SpecialCaseEs256", accepted: 1, refused: 23),
  ]

  private static func file() throws -> [JSONObject] {
    try Vectors.load("wycheproof/json_web_signature_test.json").objects("testGroups")
  }

  /// Whether a token is accepted by a reader who trusts the group's key. The payloads are no claims,
  /// hence the layers below `UnverifiedJWT` and `UnverifiedMACToken`.
  private static func isAccepted(_ jws: String, _ group: JSONObject) throws -> Bool {
    let key = try group["public"]?.objectValue ?? group.object("private")
    if try key.text("kty") == "oct" {
      let key = try MACKey(jwk: key)
      return refusal { try UnverifiedMACToken(jws).verifiedPayload(by: key) } == nil
    }
    let set: JSONObject = ["keys": [.object(key)]]
    let trusted = VerificationKeySet(try JWKSet(parsing: set.serialized()))
    return refusal {
      try CompactJWS(jws).verifiedPayload(by: trusted, accepting: Fixture.everything)
    } == nil
  }

  // attack: J-47
  @Test("each group is accepted and refused as its row says", arguments: groups)
  func group(expected: Group) throws {
    let group = try Self.file()[expected.index]
    #expect(try group.text("comment") == expected.name)
    let vectors = try group.objects("tests")
    let valid = Set(
      try vectors.filter { try $0.text("result") == "valid" }.map { try $0.text("jws") })
    var (accepted, refused, differences, twins) = (0, 0, 0, 0)
    for vector in vectors {
      let jws = try vector.text("jws")
      let isValid = try vector.text("result") == "valid"
      if try Self.isAccepted(jws, group) {
        accepted += 1
        let comment = try vector.text("comment")
        if !isValid { twins += 1 }
        #expect(valid.contains(jws), "accepted: \(comment)")
      } else {
        refused += 1
        if isValid { differences += 1 }
      }
    }
    #expect(accepted == expected.accepted)
    #expect(refused == expected.refused)
    #expect(differences == expected.differences)
    #expect(twins == expected.twins)
    #expect((differences == 0) == expected.reason.isEmpty)
  }

  @Test("the table has every group of the file, and its 401 tokens")
  func complete() throws {
    #expect(try Self.file().count == Self.groups.count)
    #expect(Self.groups.map(\.index) == Array(0..<Self.groups.count))
    #expect(Self.groups.reduce(0) { $0 + $1.accepted + $1.refused } == 401)
  }
}
