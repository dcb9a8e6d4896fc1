// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OIDCUserInfoTests {
  @Test(
    "oidcc-client-test-aggregated-claims: the client verifies and merges claims of another source")
  func aggregatedClaims() async throws {
    let party = try await RelyingParty()
    let good = try await party.collectedClaims(adding: party.provider.claimsOfAnother())
    #expect(good.claims["credit_score"] == 650)
    #expect(good.failures.isEmpty)
    let other = try await RelyingParty(.corruptUserInfo)
    let bad = try await other.collectedClaims(adding: other.provider.claimsOfAnother())
    #expect(bad.claims["credit_score"] == nil)
    #expect(bad.failures["source"]?.code == .idTokenInvalid)
  }

  @Test(
    "oidcc-client-test-distributed-claims: the client requests, verifies and merges distributed claims"
  )
  func distributedClaims() async throws {
    let party = try await RelyingParty(.distributedClaims)
    let claims = try await party.collectedClaims()
    #expect(claims.claims["credit_score"] == 650)
    #expect(claims.failures.isEmpty)
    #expect(party.provider.count(.claims) == 1)
  }

  @Test("oidcc-client-test-scope-userinfo-claims: the scopes select the claims")
  func scopeUserinfoClaims() async throws {
    let party = try await RelyingParty()
    let session = try await party.signIn([.openID, .profile, .email])
    let claims = try await session.userInfo().claims
    #expect(claims["name"] == "Alice Example")
    #expect(claims["email"] == "alice@example.org")
    await party.provider.stop()
    let other = try await RelyingParty()
    let fewer = try await other.signIn([.openID, .email]).userInfo().claims
    #expect(fewer["name"] == nil)
    #expect(fewer["email"] == "alice@example.org")
  }

  @Test("oidcc-client-test-userinfo-bearer-body: the client sends the access token in the form")
  func userinfoBearerBody() async throws {
    let party = try await RelyingParty()
    let client = try await party.client()
    let session = try await client.signIn(scopes: [.openID])
    let claims = try await client.userInfo(
      of: session, as: .plain, presentation: .form(because: "the module"))
    #expect(claims.subject == session.account.subject)
    let request = try #require(party.provider.requests(.userInfo).first)
    let token = try await session.accessToken().reveal()
    #expect(request.head.headerFields[.authorization] == nil)
    #expect(String(decoding: request.body, as: UTF8.self) == "access_token=\(token)")
  }

  @Test(
    "oidcc-client-test-userinfo-bearer-header: the client sends the access token in the Authorization field"
  )
  func userinfoBearerHeader() async throws {
    let party = try await RelyingParty()
    let session = try await party.signIn()
    _ = try await session.userInfo()
    let request = try #require(party.provider.requests(.userInfo).first)
    let token = try await session.accessToken().reveal()
    #expect(request.head.headerFields[.authorization] == "Bearer \(token)")
    #expect(request.head.path == "/userinfo")
  }

  @Test("oidcc-client-test-userinfo-invalid-sub: the client refuses claims about another user")
  func userinfoInvalidSub() async throws {
    let party = try await RelyingParty(.userInfoOfAnotherUser)
    let session = try await party.signIn()
    let error = await failure { try await session.userInfo() }
    #expect(error?.code == .subjectMismatch)
    #expect(error?.parameter == "sub")
  }

  // attack: C-51
  @Test("oidcc-client-test-userinfo-signed: the client accepts only a valid signed response")
  func userinfoSigned() async throws {
    #expect(try await RelyingParty.signedUserInfo()["email"] == "alice@example.org")
    for (fault, code) in [
      (Fault.unsignedUserInfo, OAuthError.Code.signedAnswerInvalid),
      (.corruptUserInfo, .signedAnswerInvalid), (.userInfoOfAnotherIssuer, .signedAnswerInvalid),
      (.userInfoForAnotherClient, .signedAnswerInvalid), (.plainUserInfo, .replyMalformed),
      (.userInfoOfAnotherUser, .subjectMismatch),
    ] {
      let error = await failure { try await RelyingParty.signedUserInfo(fault) }
      #expect(error?.code == code, "\(fault)")
    }
  }
}
