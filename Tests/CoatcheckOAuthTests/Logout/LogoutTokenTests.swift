// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Logout tokens")
struct LogoutTokenTests {
  private let mint: TokenMint
  private let issuer: Issuer

  init() throws {
    mint = try TokenMint()
    issuer = try Issuer("https://op.example")
  }

  private func rules(
    _ algorithms: Set<SignatureAlgorithm> = [.es256], now: Date = start
  ) throws(OAuthError) -> LogoutTokenRules {
    try LogoutTokenRules(issuer: issuer, clientID: "app", algorithms: algorithms, now: now)
  }

  private func claims(_ changes: [String: JSONValue?] = [:]) throws -> JSONObject {
    try LogoutToken(issuer: issuer, subject: "alice", sessionID: "s1", environment: .fixed())
      .claims(for: "app").changing(changes)
  }

  @Test(
    "a token is read as it was made",
    arguments: [
      ("alice", "s1"), ("alice", nil), (nil, "s1"),
    ] as [(String?, String?)])
  func both(subject: String?, session: String?) throws {
    let made = try LogoutToken(
      issuer: issuer, subject: subject, sessionID: session, environment: .fixed())
    let token = try mint.verified(made.claims(for: "app"), type: LogoutToken.type)
    #expect(try rules().check(token) == made)
    #expect(made.expiresAt.timeIntervalSince(made.issuedAt) == 120)
  }

  @Test("a token without a subject and a session cannot be made")
  func unnamed() {
    expectMisuse { try LogoutToken(issuer: issuer, subject: nil, environment: .fixed()) }
  }

  // attack: C-62
  @Test(
    "a token with an invalid claim is refused by the name of the claim",
    arguments: [
      (["events": nil], "events"), (["events": [:]], "events"), (["events": "x"], "events"),
      (["events": ["http://schemas.openid.net/event/backchannel-logout": "x"]], "events"),
      (["events": ["http://schemas.openid.net/event/other": [:]]], "events"),
      (["events": ["http://schemas.openid.net/event/backchannel-logout/": [:]]], "events"),
      (["nonce": "n"], "nonce"), (["nonce": .null], "nonce"),
      (["iss": "https://evil.example"], "iss"), (["iss": "https://op.example/"], "iss"),
      (["iss": nil], "iss"), (["aud": "other"], "aud"), (["aud": nil], "aud"),
      (["aud": ["other"]], "aud"), (["aud": "APP"], "aud"), (["sub": nil, "sid": nil], "sub"),
      (["sub": ""], "sub"), (["sub": 5], "sub"), (["sid": ["s1"]], "sid"), (["jti": nil], "jti"),
      (["jti": ""], "jti"), (["iat": 1_699_999_400], "iat"), (["iat": 1_700_000_031], "iat"),
      (["iat": nil], "iat"), (["iat": "1700000000"], "iat"), (["exp": nil], "exp"),
      (["exp": 1_699_999_970], "exp"), (["exp": 1e300], "exp"),
    ] as [([String: JSONValue?], String)])
  func refused(changes: [String: JSONValue?], name: String) throws {
    let token = try mint.verified(try claims(changes), type: LogoutToken.type)
    expectError(.refused(.invalidRequest, ""), naming: name) { try rules().check(token) }
  }

  // attack: C-62
  @Test("an algorithm that is not configured and another type of JWT are refused")
  func otherKind() throws {
    let token = try mint.verified(try claims(), type: LogoutToken.type)
    expectError(naming: "alg") { try rules([.rs256]).check(token) }
    for type in ["at+jwt", "dpop+jwt", "token-introspection+jwt"] {
      let other = try mint.verified(try claims(), type: type)
      expectError(naming: "typ") { try rules().check(other) }
    }
    for type in [nil, "JWT", "application/logout+jwt"] {
      #expect(try rules().check(mint.verified(try claims(), type: type)).subject == "alice")
    }
  }

  @Test("a token for several clients is for each of them")
  func severalAudiences() throws {
    let token = try mint.verified(try claims(["aud": ["other", "app"]]), type: LogoutToken.type)
    #expect(try rules().check(token).sessionID == "s1")
  }

  @Test("the request and each response are received as they were sent")
  func wire() throws {
    let exchange = BackChannelLogoutExchange(
      token: Secret("a.b.c"), endpoint: try Endpoint("https://app.example/logout?tenant=1"))
    let received = try BackChannelLogoutExchange.received(try exchange.request())
    #expect(received.token.reveal() == "a.b.c")
    let ended = BackChannelLogoutExchange.response(BackChannelLogoutExchange.Ended())
    #expect(ended.head.headerFields[.cacheControl] == "no-store")
    #expect(try exchange.reply(ended) == BackChannelLogoutExchange.Ended())
    #expect(try exchange.reply(response(204, "")) == BackChannelLogoutExchange.Ended())
    for error: OAuthError in [
      .refused(.invalidRequest, "No."), .unreachable(.storeFailed, "No."),
    ] {
      let answer = BackChannelLogoutExchange.response(error)
      #expect(answer.head.status == .badRequest)
      #expect(failure { try exchange.reply(answer) }?.outcome == .refused)
    }
  }
}
