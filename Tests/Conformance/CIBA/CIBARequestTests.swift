// SPDX-License-Identifier: Apache-2.0
import TestKit

struct CIBARequestTests {
  @Test(
    "The client stops without a token request when the backchannel request fails",
    arguments: [
      Refusal(
        "fapi-ciba-id1-client-invalid-missing-authreqid-test", .missingAuthReqID, .replyMalformed,
        "auth_req_id"),
      Refusal(
        "fapi-ciba-id1-client-invalid-missing-expiresin-test", .missingRequestLifetime,
        .replyMalformed, "expires_in"),
      Refusal(
        "fapi-ciba-id1-client-invalid-request-test", .backchannelRefusal(.invalidRequest),
        .invalidRequest),
      Refusal(
        "fapi-ciba-id1-client-invalid-unknown-user-id-test", .backchannelRefusal(.unknownUserID),
        .unknownUserID),
    ])
  func refused(_ row: Refusal) async throws {
    let party = try await BackchannelParty(row.fault)
    try await party.expectRefusal(row.code, row.parameter, tokenRequests: 0)
  }

  @Test(
    "The client stops without a token request when the provider refuses the hint",
    arguments: [
      Refusal(
        "fapi-ciba-id1-client-invalid-expired-id-token-hint-test",
        .backchannelRefusal(.expiredLoginHintToken), .expiredLoginHintToken),
      Refusal(
        "fapi-ciba-id1-client-invalid-id-token-hint-test", .backchannelRefusal(.invalidRequest),
        .invalidRequest),
    ])
  func refusedHint(_ row: Refusal) async throws {
    let party = try await BackchannelParty(row.fault)
    try await party.expectRefusal(
      row.code, tokenRequests: 0, hint: .idToken(Secret("not.a.token")))
  }

  @Test("fapi-ciba-id1-client-invalid-access-denied-test: the user denies the request")
  func invalidAccessDenied() async throws {
    try await BackchannelParty(.deniedRequest).expectRefusal(.accessDenied, tokenRequests: 1)
  }

  @Test("fapi-ciba-id1-client-invalid-expired-token-test: the request expires")
  func invalidExpiredToken() async throws {
    let party = try await BackchannelParty(.expiredRequest)
    let error = await failure { try await party.signIn() }
    #expect(error?.isUnanswered == true)
    #expect(party.provider.count(.token) == 1)
    #expect(party.provider.count(.userInfo) == 0)
  }

  @Test(
    "fapi-ciba-id1-client-no-scope-in-token-endpoint-response-test: no scope means the requested scopes"
  )
  func noScopeInTokenEndpointResponse() async throws {
    try await BackchannelParty(.missingScope).expectSignIn()
  }

  @Test(
    "fapi-ciba-id1-client-ping-with-invalid-bearer-token-test: a ping with another bearer token is refused"
  )
  func pingWithInvalidBearerToken() async throws {
    let known = Secret("notification-token-0123456789")
    let endpoint = try Endpoint("https://app.example/ping")
    let ping = BackchannelNotification(authReqID: Secret("request-1"))
    for wrong in ["another-token-0123456789", "notification-token-012345678"] {
      let (head, body) = try ping.request(to: endpoint, token: Secret(wrong))
      let error = await failure {
        try BackchannelNotification(head: head, body: body) { _ in known }
      }
      #expect(error?.code == .invalidToken)
      #expect(error?.status == 401)
    }
    let (head, body) = try ping.request(to: endpoint, token: known)
    let read = try BackchannelNotification(head: head, body: body) { _ in known }
    #expect(read.authReqID.matches(Secret("request-1")))
  }

  @Test("fapi-ciba-id1-client-refresh-token-test: the tokens are refreshed")
  func refreshToken() async throws {
    let party = try await BackchannelParty()
    let session = try await party.signIn()
    party.provider.clock.advance(by: .seconds(3600))
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(party.provider.count(.token) == 3)
  }

  @Test("fapi-ciba-id1-client-respects-interval-test: the client waits for the given interval")
  func respectsInterval() async throws {
    let party = try await BackchannelParty(.longInterval)
    try await party.expectSignIn()
    #expect(party.waited == [.seconds(12), .seconds(12)])
  }

  @Test("fapi-ciba-id1-client-slow-down-test: the client waits longer after slow_down")
  func slowDown() async throws {
    let party = try await BackchannelParty(.slowDown)
    try await party.expectSignIn()
    #expect(party.waited == [.seconds(5), .seconds(10), .seconds(15), .seconds(15)])
  }

  @Test("fapi-ciba-id1-client-test: the user signs in on another device")
  func signIn() async throws {
    let party = try await BackchannelParty()
    try await party.expectSignIn()
    #expect(party.provider.count(.backchannelAuthentication) == 1)
    #expect(party.provider.count(.token) == 2)
  }
}
