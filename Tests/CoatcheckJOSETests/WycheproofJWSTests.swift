// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// The JSON Web Signature vectors of Wycheproof, group by group.
@Suite("Wycheproof JSON Web Signatures")
struct WycheproofJWSTests {
  /// The groups of the file. No token that Wycheproof calls invalid is accepted, unless it also calls the
  /// same bytes valid.
  static let groups = WycheproofGroup.numbered([
    .init("hs256", accepted: 1, refused: 16),
    .init("es256", accepted: 1, refused: 14),
    .init("rs256", accepted: 1, refused: 225),
    .init("rs256", accepted: 5),
    .init("rs384", accepted: 4),
    .init("rs512", accepted: 4),
    .init("ps256", accepted: 6, refused: 42),
    .init("ps384", accepted: 4, refused: 1),
    .init("ps512", accepted: 4, refused: 16),
    .init("rfc7520", accepted: 1),
    .init(
      "rfc7520", refused: 1, differences: 1,
      reason: "the header says PS384, the key PS256: not one algorithm"),
    .init(
      "rfc7520", refused: 1, differences: 1,
      reason: "the key says ES521, which is the name of no algorithm"),
    .init("rfc7520", accepted: 1),
    .init("rfc7520WithKeyOps", accepted: 1),
    .init(
      "rfc7520WithKeyOps", refused: 1, differences: 1,
      reason: "the header says PS384, the key PS256: not one algorithm"),
    .init(
      "rfc7520WithKeyOps", refused: 1, differences: 1,
      reason: "the key says ES521, which is the name of no algorithm"),
    .init("rfc7520", accepted: 1),
    .init("rsa_encryption", refused: 1),
    .init("ec_key_for_encryption", refused: 1),
    .init("rsa_encryption", refused: 1),
    .init("ec_key_for_encryption", refused: 1),
    .init(
      "base64", accepted: 7, refused: 14, differences: 2, twins: 2,
      reason: "two hold a `?` within the base64url, which RFC 7515 §2 has no place for"),
    .init("SpecialCaseEs256", accepted: 1, refused: 23),
  ])

  private static func file() throws -> [JSONObject] {
    try Vectors.load("wycheproof/json_web_signature_test.json").objects("testGroups")
  }

  /// Whether a recipient that trusts the group's key accepts a token. The payloads are not claims,
  /// so this uses the layers below `UnverifiedJWT` and `UnverifiedMACToken`.
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
  @Test("each group has the expected numbers of accepted and refused tokens", arguments: groups)
  func group(expected: WycheproofGroup) throws {
    try expected.check(Self.file(), "jws") { jws, _, group in try Self.isAccepted(jws, group) }
  }

  @Test("the table contains every group of the file and its 401 tokens")
  func complete() throws {
    #expect(try Self.file().count == Self.groups.count)
    #expect(Self.groups.reduce(0) { $0 + $1.accepted + $1.refused } == 401)
  }
}
