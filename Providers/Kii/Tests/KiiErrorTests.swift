// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("Kii's errors")
struct KiiErrorTests {
  private func reading(_ status: Int, _ body: String) -> OAuthError? {
    ProviderErrors.kii.error(
      from: "Kii", head: HTTPResponse(status: .init(code: status)), body: Data(body.utf8))
  }

  @Test(
    "have a code of the protocol and a number of the old SDK",
    arguments: [
      (401, "UNAUTHORIZED", "invalid_client", .unauthorizedRequest),
      (401, "AUTHENTICATION_FAILED", "invalid_grant", .authenticationFailed),
      (401, "USER_DISABLED", "interaction_required", .authenticationFailed),
      (401, "WRONG_PASSWORD", "invalid_grant", .authenticationFailed),
      (403, "WRONG_TOKEN", "invalid_token", .noValidAccessToken),
      (403, "WRONG_REFRESH_TOKEN", "invalid_grant", .refreshFailed),
      (403, "APP_DISABLED", "unauthorized_client", .appCredentialsInvalid),
      (400, "OAUTH2_ERROR", "invalid_request", .unexpected),
      (404, "APP_NOT_FOUND", "invalid_client", .appNotFound),
      (404, "USER_NOT_FOUND", "USER_NOT_FOUND", .userNotFound),
      (409, "QQ_USER_ALREADY_LINKED", "QQ_USER_ALREADY_LINKED", .alreadyLinked),
      (409, "SOMETHING_NEW", "SOMETHING_NEW", .unexpected),
    ] as [(Int, String, String, KiiErrorCode)])
  func serverCodes(status: Int, own: String, code: String, number: KiiErrorCode) throws {
    let error = try #require(reading(status, #"{"errorCode":"\#(own)","message":"It is so"}"#))
    #expect(error.outcome == .refused)
    #expect(error.code.rawValue == code)
    #expect(error.providerCode == own)
    #expect(error.peerDescription == "It is so")
    #expect(error.status == status)
    #expect(KiiErrorCode(error) == number)
    #expect(error.description.contains("[code \(own)]"))
  }

  @Test("in the form of RFC 6749 are read as well, alone or beside Kii's")
  func pair() throws {
    let alone = try #require(reading(400, #"{"error":"invalid_grant","error_description":"No"}"#))
    #expect(alone.code == .invalidGrant)
    #expect(alone.providerCode == nil)
    #expect(alone.peerDescription == "No")
    let both = try #require(
      reading(400, #"{"errorCode":"OAUTH2_ERROR","message":"m","error":"unsupported_grant_type"}"#))
    #expect(both.code == .unsupportedGrantType)
    #expect(both.providerCode == "OAUTH2_ERROR")
    #expect(both.peerDescription == "m")
    #expect(KiiErrorCode(alone) == .authenticationFailed)
  }

  @Test(
    "are read only from an error status and an error object",
    arguments: [
      (200, #"{"errorCode":"WRONG_TOKEN"}"#), (403, #"{"message":"no"}"#), (403, "WRONG_TOKEN"),
      (403, #"{"errorCode":3}"#), (403, ""), (403, #"["WRONG_TOKEN"]"#),
    ])
  func others(status: Int, body: String) {
    #expect(reading(status, body) == nil)
  }

  @Test("contain no control characters")
  func harmless() throws {
    let error = try #require(
      reading(403, #"{"errorCode":"A\u001b[31mB\n\u202eC","message":"x\u0007y"}"#))
    #expect(error.providerCode == "A [31mB C")
    #expect(error.peerDescription == "x y")
    #expect(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    let long = try #require(
      reading(403, #"{"errorCode":"\#(String(repeating: "A", count: 500))"}"#))
    #expect(long.providerCode?.unicodeScalars.count == 61)
    #expect(long.code.rawValue.count == 64)
  }

  @Test(
    "of this package have one number of the old SDK each",
    arguments: [
      Case("no network", (OAuthError.unreachable(.connectionFailed, ""), 201)),
      Case("a timeout", (.unreachable(.timedOut, ""), 201)),
      Case("an unreadable answer", (.unreadable(.replyMalformed, ""), 202)),
      Case("an invalid argument", (.misused("lifetime", ""), 204)),
      Case("an invalid form of a password", (.misused("password", ""), 304)),
      Case("an invalid form of an e-mail address", (.misused("emailAddress", ""), 305)),
      Case("an invalid form of a login name", (.misused("loginName", ""), 307)),
      Case("an invalid form of a phone number", (.misused("phoneNumber", ""), 308)),
      Case("an invalid token", (.refused(.invalidToken, ""), 301)),
      Case("a wrong password", (.refused(.invalidGrant, ""), 302)),
      Case("the user closed the browser", (.unreachable(.userCancelled, ""), 320)),
      Case("the user denied access", (.refused(.accessDenied, ""), 320)),
      Case("the connector failed", (.refused(.init(rawValue: "connector_failed"), ""), 321)),
      Case("the user has to sign in", (.refused(.interactionRequired, ""), 327)),
      Case("the refresh was refused", (.ended(.refused), 330)),
      Case("the refresh token has expired", (.ended(.refreshTokenExpired), 330)),
      Case("the refresh was interrupted", (.ended(.outcomeUnknown), 330)),
      Case("signed out", (.ended(.signedOut), 331)),
      Case("signed out elsewhere", (.ended(.signedOutElsewhere), 331)),
      Case(
        "no refresh token", (.refused(.interactionRequired, "", parameter: "refresh_token"), 523)),
      Case("the store failed", (.unreachable(.storeFailed, ""), 1201)),
      Case("the store is damaged", (.unreadable(.storeDamaged, ""), 1202)),
      Case("the store is locked", (.unreachable(.storeLocked, ""), 1205)),
      Case("the app's credentials are invalid", (.refused(.invalidClient, ""), 101)),
      Case("an unknown error code", (.refused(.init(rawValue: "odd"), ""), 103)),
    ] as [Case<(OAuthError, Int)>])
  func ownCodes(row: Case<(OAuthError, Int)>) {
    #expect(KiiErrorCode(row.value.0).rawValue == row.value.1)
  }

  @Test("of a busy server do not end the session")
  func busy() async throws {
    let (world, session) = try await KiiWorld.signedIn()
    world.kii.answer(
      KiiWorld.tokenPath,
      with: .standIn(
        .serviceUnavailable, json: ["errorCode": "WRONG_REFRESH_TOKEN", "message": "busy"]),
      times: 3)
    let error = await failure { try await session.refresh() }
    #expect(error?.outcome == .unreachable)
    #expect(error?.code == .serverUnavailable)
    try await session.refresh()
    #expect(session.stored?.generation == 2)
  }
}
