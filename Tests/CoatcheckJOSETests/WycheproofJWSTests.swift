// SPDX-License-Identifier: Apache-2.0

@testable import CoatcheckJOSE
import Testing

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
    var reason = ""

    var testDescription: String { "\(index) \(name)" }
  }

  /// Every deliberate difference has its reason. There is none in the other direction: nothing that
  /// Wycheproof calls invalid is accepted.
  static let groups = [
    Group(
      index: 0, name: "hs256", accepted: 0, refused: 17, differences: 1,
      reason: "symmetric algorithms are never allowed"),
    Group(index: 1, name: "es256", accepted: 1, refused: 14),
    Group(index: 2, name: "rs256", accepted: 1, refused: 225),
    Group(index: 3, name: "rs256", accepted: 5, refused: 0),
    Group(
      index: 4, name: "rs384", accepted: 0, refused: 4, differences: 4,
      reason: "SHA-384 is not offered"),
    Group(
      index: 5, name: "rs512", accepted: 0, refused: 4, differences: 4,
      reason: "SHA-512 is not offered"),
    Group(index: 6, name: "ps256", accepted: 6, refused: 42),
    Group(
      index: 7, name: "ps384", accepted: 0, refused: 5, differences: 4,
      reason: "SHA-384 is not offered"),
    Group(
      index: 8, name: "ps512", accepted: 0, refused: 20, differences: 4,
      reason: "SHA-512 is not offered"),
    Group(index: 9, name: "rfc7520", accepted: 1, refused: 0),
    Group(
      index: 10, name: "rfc7520", accepted: 0, refused: 1, differences: 1,
      reason: "the header says PS384, the key PS256: not one algorithm, and not offered"),
    Group(
      index: 11, name: "rfc7520", accepted: 0, refused: 1, differences: 1,
      reason: "ES512 is not offered"),
    Group(
      index: 12, name: "rfc7520", accepted: 0, refused: 1, differences: 1,
      reason: "symmetric algorithms are never allowed"),
    Group(index: 13, name: "rfc7520WithKeyOps", accepted: 1, refused: 0),
    Group(
      index: 14, name: "rfc7520WithKeyOps", accepted: 0, refused: 1, differences: 1,
      reason: "the header says PS384, the key PS256: not one algorithm, and not offered"),
    Group(
      index: 15, name: "rfc7520WithKeyOps", accepted: 0, refused: 1, differences: 1,
      reason: "ES512 is not offered"),
    Group(
      index: 16, name: "rfc7520", accepted: 0, refused: 1, differences: 1,
      reason: "symmetric algorithms are never allowed"),
    Group(index: 17, name: "rsa_encryption", accepted: 0, refused: 1),
    Group(index: 18, name: "ec_key_for_encryption", accepted: 0, refused: 1),
    Group(index: 19, name: "rsa_encryption", accepted: 0, refused: 1),
    Group(index: 20, name: "ec_key_for_encryption", accepted: 0, refused: 1),
    Group(
      index: 21, name: "base64", accepted: 0, refused: 21, differences: 7,
      reason: "symmetric algorithms are never allowed; two of the seven hold a `?` in the base64url"
    ),
    Group(index: 22, name: "SpecialCaseEs256", accepted: 1, refused: 23),
  ]

  private static func file() throws -> [JSONObject] {
    try Vectors.load("wycheproof/json_web_signature_test.json").objects("testGroups")
  }

  /// Whether a token is accepted by a reader who trusts the group's key, as a set of one.
  private static func isAccepted(_ jws: String, _ set: VerificationKeySet) -> Bool {
    // The payloads are no claims, hence the layer below `UnverifiedJWT`.
    refusal { try CompactJWS(jws).verifiedPayload(by: set, accepting: Fixture.everything) } == nil
  }

  private static func trusted(_ group: JSONObject) throws -> VerificationKeySet {
    let key = try group["public"]?.objectValue ?? group.object("private")
    let set: JSONObject = ["keys": [.object(key)]]
    return VerificationKeySet(try JWKSet(parsing: set.serialized()))
  }

  // attack: J-47
  @Test("each group is accepted and refused as its row says", arguments: groups)
  func group(expected: Group) throws {
    let group = try Self.file()[expected.index]
    #expect(try group.text("comment") == expected.name)
    let set = try Self.trusted(group)
    var (accepted, refused, differences) = (0, 0, 0)
    for vector in try group.objects("tests") {
      let jws = try vector.text("jws")
      let isValid = try vector.text("result") == "valid"
      if Self.isAccepted(jws, set) {
        accepted += 1
        let comment = try vector.text("comment")
        #expect(isValid, "accepted: \(comment)")
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

  @Test("the table has every group of the file")
  func complete() throws {
    #expect(try Self.file().count == Self.groups.count)
    #expect(Self.groups.map(\.index) == Array(0..<Self.groups.count))
    #expect(Self.groups.reduce(0) { $0 + $1.accepted + $1.refused } == 401)
  }
}
