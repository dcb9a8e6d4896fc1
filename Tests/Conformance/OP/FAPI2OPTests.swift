// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2OPTests {
  @Test(
    "fapi2-security-profile-final-access-token-type-header-case-sensitivity: the scheme is case-insensitive"
  )
  func accessTokenTypeHeaderCaseSensitivity() async throws {
    let op = try await OP()
    let token = try await op.tokens()["access_token"]
    for scheme in ["bearer", "BEARER", "bEARER"] {
      #expect(try await op.userInfo(token, scheme: scheme).status == 200)
    }
  }

  @Test(
    "fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second: a code can be redeemed once"
  )
  func attemptReuseAuthorizationCodeAfterOneSecond() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    #expect(try await op.redeem(code).status == 200)
    op.server.clock.advance(by: .seconds(1))
    #expect(try await op.redeem(code).error == "invalid_grant")
  }

  @Test(
    "fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client: the server refuses another client's code"
  )
  func ensureAuthorizationCodeIsBoundToClient() async throws {
    let op = try await OP(others: [.web])
    let code = try await op.callback()["code"]
    let reply = try await op.redeem(code, as: .web)
    #expect(reply.status == 400 && reply.error == "invalid_grant")
    #expect(reply.json["access_token"] == nil)
  }

  @Test(
    "fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails: the server refuses an assertion that expired five minutes ago"
  )
  func ensureClientAssertionWithExpIs5MinutesInPastFails() async throws {
    let fapi = try await FAPIOP()
    let end = Int(fapi.op.server.clock.now.timeIntervalSince1970) - 300
    try await fapi.expectRefused(["exp": .number(JSONNumber(end))])
  }

  @Test(
    "The server refuses the client assertion",
    arguments: [
      Case(
        "fapi2-security-profile-final-ensure-client-assertion-with-no-sub-fails",
        ["sub": nil]),
      Case(
        "fapi2-security-profile-final-ensure-client-assertion-with-wrong-aud-fails",
        ["aud": "https://other1.example.com/invalid"]),
    ] as [Case<[String: JSONValue?]>])
  func ensureClientAssertionFails(_ row: Case<[String: JSONValue?]>) async throws {
    try await FAPIOP().expectRefused(row.value)
  }

  @Test(
    "fapi2-security-profile-final-ensure-pkce-code-verifier-required: the server refuses a request without the verifier"
  )
  func ensurePkceCodeVerifierRequired() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    #expect(try await op.redeem(code, changes: ["code_verifier": nil]).error == "invalid_grant")
    #expect(try await op.redeem(code).status == 200)
  }

  @Test(
    "fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails: the server refuses an assertion with an unregistered algorithm"
  )
  func ensureSignedClientAssertionWithRS256Fails() async throws {
    let fapi = try await FAPIOP(.rs256)
    let refused = try await fapi.push()
    #expect(refused.status == 401 && refused.error == "invalid_client")
  }

  @Test(
    "fapi2-security-profile-final-incorrect-pkce-code-verifier-rejected: the server refuses another verifier"
  )
  func incorrectPkceCodeVerifierRejected() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    let wrong = String(repeating: "w", count: 43)
    let reply = try await op.redeem(code, changes: ["code_verifier": wrong])
    #expect(reply.status == 400 && reply.error == "invalid_grant")
  }

  @Test(
    "fapi2-security-profile-final-refresh-token: the server refuses another client's refresh token"
  )
  func refreshToken() async throws {
    let op = try await OP(others: [.web])
    let token = try await op.tokens()["refresh_token"]?.stringValue
    #expect(try await op.refresh(token, as: .web).error == "invalid_grant")
    let fresh = try await op.refresh(token)
    #expect(fresh.status == 200)
    #expect(try await op.userInfo(fresh.json["access_token"]).status == 200)
  }
}
