// SPDX-License-Identifier: Apache-2.0
import TestSupport

@Suite("A dialect")
struct DialectTests {
  @Test("is unchanged after it was stored and read")
  func storedAndRead() throws {
    var dialect = Dialect()
    dialect.tokenParameters = .query
    dialect.fields = ["x-app-id": "a"]
    dialect.extra = [.refresh: ["client_id": "x y"]]
    dialect.tokenFields = ["x-token": "b"]
    dialect.tokenReplies = .jsonOrForm
    dialect.refreshTries = 5
    dialect.members = ["_accessToken": "access_token"]
    dialect.subjectMember = "id"
    dialect.scopes = .commas
    dialect.accessTokens = .idToken
    dialect.subjects = .wordOrID
    dialect.revocations = .sessionToken
    dialect.absoluteTimes = .spacedUTC
    dialect.silence = .spent
    dialect.refreshTokenEnd = .final
    dialect.refreshRefusals = .any
    dialect.defaultTokenType = "OAuth"
    dialect.tokenTypes = .any
    dialect.endlessLifetime = 2_147_483_647
    dialect.clientNaming = .fields
    let scheme = HMACSignatureScheme(
      name: "scheme/v1", method: "hmac", lines: ["a", "443"], principalField: "user",
      namespaceField: "realm")
    dialect.errors = ProviderErrors(
      ErrorResponseForm.allCases, codes: ["WRONG_TOKEN": .invalidToken, "7": .accessDenied])
    dialect.errors.details = ["session_expired": .invalidGrant]
    dialect.errors.busy = ["10001", "rate_limited"]
    dialect.errors.numberPrefix = "number_"
    dialect.errors.challengeScheme = "KeyV2"
    dialect.clientSignature = scheme
    dialect.proofKey = .without(because: "it refuses unknown parameters")
    dialect.redirectURI = .slashForEmptyPath
    dialect.flow = .implicit(because: "it has no codes")
    dialect.requirements = Set(DialectRequirement.allCases)
    dialect.presentation = .hmacSignature(scheme)
    dialect.rejections = [
      .bearer, .status(419), .challenge(words: "expired_token"),
      .json(status: 403, member: "errorCode", values: "WRONG_TOKEN"),
    ]
    #expect(try Dialect(json: JSONObject(parsing: dialect.json.serialized())) == dialect)
    #expect(Dialect.standard.json.isEmpty)
  }
}
