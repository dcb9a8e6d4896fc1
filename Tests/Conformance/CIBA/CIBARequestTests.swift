// SPDX-License-Identifier: Apache-2.0

import TestKit

struct CIBARequestTests {
  @Test("fapi-ciba-id1-client-invalid-access-denied-test: a person who says no is not signed in")
  func invalidAccessDenied() async throws {
    try await BackchannelParty(.deniedRequest).expectRefusal(.accessDenied, tokenRequests: 1)
  }

  @Test(
    "fapi-ciba-id1-client-invalid-expired-id-token-hint-test: a hint that ended asks for no token")
  func invalidExpiredIdTokenHint() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.expiredLoginHintToken))
    try await party.expectRefusal(
      .expiredLoginHintToken, tokenRequests: 0, hint: .idToken(Secret("an.old.token")))
  }

  @Test("fapi-ciba-id1-client-invalid-expired-token-test: a request that ended signs nobody in")
  func invalidExpiredToken() async throws {
    try await BackchannelParty(.expiredRequest).expectRefusal(.timedOut, "person", tokenRequests: 1)
  }

  @Test(
    "fapi-ciba-id1-client-invalid-id-token-hint-test: a hint the provider refuses asks for no token"
  )
  func invalidIdTokenHint() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.invalidRequest))
    try await party.expectRefusal(
      .invalidRequest, tokenRequests: 0, hint: .idToken(Secret("not.a.token")))
  }

  @Test(
    "fapi-ciba-id1-client-invalid-missing-authreqid-test: an acceptance without an id asks for no token"
  )
  func invalidMissingAuthreqid() async throws {
    let party = try await BackchannelParty(.missingAuthReqID)
    try await party.expectRefusal(.replyMalformed, "auth_req_id", tokenRequests: 0)
  }

  @Test(
    "fapi-ciba-id1-client-invalid-missing-expiresin-test: an acceptance without an end asks for no token"
  )
  func invalidMissingExpiresin() async throws {
    let party = try await BackchannelParty(.missingRequestLifetime)
    try await party.expectRefusal(.replyMalformed, "expires_in", tokenRequests: 0)
  }

  @Test("fapi-ciba-id1-client-invalid-request-test: a refused request asks for no token")
  func invalidRequest() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.invalidRequest))
    try await party.expectRefusal(.invalidRequest, tokenRequests: 0)
  }

  @Test("fapi-ciba-id1-client-invalid-unknown-user-id-test: a person nobody knows is not signed in")
  func invalidUnknownUserId() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.unknownUserID))
    try await party.expectRefusal(.unknownUserID, tokenRequests: 0)
  }

  @Test(
    "fapi-ciba-id1-client-no-scope-in-token-endpoint-response-test: no scope in the reply means what was asked for"
  )
  func noScopeInTokenEndpointResponse() async throws {
    try await BackchannelParty(.missingScope).expectSignIn()
  }

  @Test(
    "fapi-ciba-id1-client-ping-with-invalid-bearer-token-test: a ping with another bearer token is ignored"
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

  @Test("fapi-ciba-id1-client-respects-interval-test: the client waits as long as it is told")
  func respectsInterval() async throws {
    let party = try await BackchannelParty(.longInterval)
    try await party.expectSignIn()
    #expect(party.waited == [.seconds(12), .seconds(12)])
  }

  @Test("fapi-ciba-id1-client-slow-down-test: the client waits longer when it is told")
  func slowDown() async throws {
    let party = try await BackchannelParty(.slowDown)
    try await party.expectSignIn()
    #expect(party.waited == [.seconds(5), .seconds(10), .seconds(15), .seconds(15)])
  }

  @Test("fapi-ciba-id1-client-test: a person who is asked elsewhere is signed in")
  func signIn() async throws {
    let party = try await BackchannelParty()
    try await party.expectSignIn()
    #expect(party.provider.count(.backchannelAuthentication) == 1)
    #expect(party.provider.count(.token) == 2)
  }
}
