// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2OPPushTests {
  @Test(
    "fapi2-security-profile-final-ensure-dpopproof-at-par-endpoint-binding-success: the key of the pushed request's proof redeems the code"
  )
  func ensureDpopproofAtParEndpointBindingSuccess() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push(proof: fapi.proof("/par")))
    let reply = try await fapi.redeem(code, proof: fapi.proof("/token"))
    #expect(reply.json["token_type"]?.stringValue == "DPoP")
    let token = reply.json["access_token"]
    let proof = try fapi.proof("/userinfo", method: "GET", for: Secret(token?.stringValue ?? ""))
    #expect(try await fapi.userInfo(token, proof: proof).status == 200)
  }

  @Test(
    "fapi2-security-profile-final-par-attempt-invalid-http-method: the endpoint accepts only POST"
  )
  func parAttemptInvalidHttpMethod() async throws {
    let fapi = try await FAPIOP()
    for method in [HTTPRequest.Method.get, .put] {
      let page = try await fapi.op.browser.send(method, fapi.op.server.issuer + "/par", body: nil)
      #expect(page.status == 405)
      #expect(page.head.headerFields[.allow] == "POST")
    }
  }

  @Test(
    "fapi2-security-profile-final-par-attempt-reuse-request_uri: a request_uri can be used once")
  func parAttemptReuseRequestUri() async throws {
    let fapi = try await FAPIOP()
    let pushed = try await fapi.push()
    _ = try await fapi.code(pushed)
    try fapi.op.expectPage(await fapi.op.answer(to: fapi.named(pushed)))
  }

  @Test(
    "fapi2-security-profile-final-par-attempt-to-use-expired-request_uri: a request_uri expires"
  )
  func parAttemptToUseExpiredRequestUri() async throws {
    let fapi = try await FAPIOP()
    let pushed = try await fapi.push()
    let seconds = try #require(pushed.json["expires_in"]?.intValue)
    fapi.op.server.clock.advance(by: .seconds(seconds))
    try fapi.op.expectPage(await fapi.op.answer(to: fapi.named(pushed)))
  }

  @Test(
    "fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client: the server refuses another client's request_uri"
  )
  func parAttemptToUseRequestUriForDifferentClient() async throws {
    let fapi = try await FAPIOP()
    let pushed = try await fapi.push()
    try fapi.op.expectPage(await fapi.op.answer(to: fapi.named(pushed, by: "other")))
    #expect(try await !fapi.code(pushed).isEmpty)
  }

  @Test(
    "The server refuses a pushed request without an S256 challenge",
    arguments: [
      Case(
        "fapi2-security-profile-final-par-ensure-pkce-required",
        ["code_challenge": nil, "code_challenge_method": nil]),
      Case(
        "fapi2-security-profile-final-par-plain-pkce-rejected", ["code_challenge_method": "plain"]),
    ] as [Case<[String: String?]>])
  func parPKCE(_ row: Case<[String: String?]>) async throws {
    let fapi = try await FAPIOP()
    let refused = try await fapi.push(with: row.value)
    #expect(refused.status == 400 && refused.error == "invalid_request")
  }

  @Test("fapi2-security-profile-final-par-test-array-as-audience-fails: an array of audiences")
  func parTestArrayAsAudienceFails() async throws {
    let fapi = try await FAPIOP()
    try await fapi.expectRefused(["aud": [.string(fapi.op.server.issuer)]])
  }

  @Test(
    "The server refuses an assertion for an endpoint",
    arguments: [
      Case("fapi2-security-profile-final-par-test-par-endpoint-url-as-audience-fails", "/par"),
      Case("fapi2-security-profile-final-par-test-token-endpoint-url-as-audience-fails", "/token"),
    ])
  func parTestEndpointAsAudienceFails(_ row: Case<String>) async throws {
    let fapi = try await FAPIOP()
    try await fapi.expectRefused(["aud": .string(fapi.op.server.issuer + row.value)])
  }

  @Test(
    "fapi2-security-profile-final-par-without-duplicate-parameters: the authorization request has only client_id and request_uri"
  )
  func parWithoutDuplicateParameters() async throws {
    let fapi = try await FAPIOP()
    let named = try await fapi.named(fapi.push())
    #expect(named.pairs.map(\.name) == ["client_id", "request_uri"])
    let callback = try await fapi.op.callback(named)
    #expect(callback["code"] != nil)
    #expect(callback["state"] == fapi.op.request["state"])
    #expect(callback["iss"] == fapi.op.server.issuer)
  }
}
