// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OIDCSignInTests {
  @Test("oidcc-client-test: the code flow")
  func signIn() async throws {
    try await RelyingParty().expectSignIn()
  }

  // attack: C-67
  @Test("oidcc-client-test-3rd-party-init-login: a third party starts the sign-in")
  func initiatedByThirdParty() async throws {
    let party = try await RelyingParty()
    let asked: Parameters = [
      "iss": party.provider.issuer, "target_link_uri": "https://evil.example/",
    ]
    let login = try InitiatedLogin(
      head: HTTPRequest(
        method: .get, scheme: "https", authority: "app.example", path: "/login?" + asked.encoded),
      issuers: [Issuer(party.provider.issuer)], origin: "https://app.example")
    #expect(login.issuer.text == party.provider.issuer)
    #expect(login.returnPath == "/")
    try await party.expectSignIn()
  }

  @Test("oidcc-client-test-client-secret-basic: the client authenticates by HTTP Basic")
  func clientSecretBasic() async throws {
    let secret = Secret("s/ecret + 100%: é")
    let party = try await RelyingParty(client: HostileClient(id: "my:app", secret: secret))
    try await party.expectSignIn()
    let request = try #require(party.provider.requests(.token).first)
    #expect(request.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(!String(decoding: request.body, as: UTF8.self).contains("client_secret"))
  }

  @Test("oidcc-client-test-form-post-error: the client reports an error response in a form")
  func formPostError() async throws {
    let party = try await RelyingParty(.loginRequired)
    var options = AuthorizationOptions()
    options.prompt = ["none"]
    options.maxAge = 0
    let error = await failure { try await party.signInByForm(options) }
    #expect(error?.outcome == .refused)
    #expect(error?.code == .loginRequired)
    try await party.expectNoSignIn(tokenRequests: 0)
    let good = try await RelyingParty()
    #expect(try await good.signInByForm().account.issuer == good.provider.issuer)
  }

  @Test("oidcc-client-test-refresh-token: the userinfo endpoint accepts a refreshed token")
  func refreshToken() async throws {
    let party = try await RelyingParty()
    let session = try await party.signIn([.openID, .offlineAccess])
    let before = try await session.accessToken()
    party.provider.clock.advance(by: .seconds(3600))
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(try await !session.accessToken().matches(before))
    #expect(party.provider.count(.token) == 2)
  }

  // attack: C-39
  @Test(
    "The client refuses the refreshed ID token",
    arguments: [
      Refusal(
        "oidcc-client-test-refresh-token-invalid-issuer", .refreshedTokenOfAnotherIssuer,
        .idTokenInvalid, "iss"),
      Refusal(
        "oidcc-client-test-refresh-token-invalid-sub", .refreshedTokenOfAnotherUser,
        .subjectMismatch, "sub"),
    ])
  func refreshTokenInvalid(_ row: Refusal) async throws {
    let party = try await RelyingParty(row.fault)
    let session = try await party.signIn([.openID, .offlineAccess])
    party.provider.clock.advance(by: .seconds(3600))
    let error = await failure { try await session.accessToken() }
    #expect(error?.code == row.code)
    #expect(error?.parameter == row.parameter)
    #expect(party.provider.count(.userInfo) == 0)
  }
}
