// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Signed responses of the userinfo endpoint")
struct SignedUserInfoTests {
  private let mint: TokenMint
  private let rules: SignedResponseRules

  init() throws {
    mint = try TokenMint()
    rules = try SignedResponseRules(
      issuer: Issuer("https://op.example"), audience: "app", algorithms: [.es256], now: start)
  }

  private func exchange() throws(OAuthError) -> SignedUserInfoExchange {
    SignedUserInfoExchange(
      endpoint: try Endpoint("https://op.example/me"), accessToken: Secret("token"))
  }

  private func claims(_ changes: [String: JSONValue?] = [:]) throws -> JSONObject {
    try UserInfo(subject: "alice", claims: ["name": "Alice"])
      .signedClaims(issuer: Issuer("https://op.example"), clientID: "app").changing(changes)
  }

  @Test("the client reads the claims that the issuer signs")
  func both() throws {
    let jwt = Secret(try mint.key.sign(try claims()))
    let answered = try exchange().reply(SignedUserInfoExchange.response(jwt))
    let token = try mint.key.verified(answered.reveal())
    let info = try rules.userInfo(in: token, about: "alice")
    #expect(info.subject == "alice")
    #expect(info.claims["name"] == "Alice")
  }

  // attack: C-51
  @Test(
    "a response with an invalid claim is refused, and the error names the claim",
    arguments: [
      (["iss": "https://evil.example"], "iss"), (["iss": "https://op.example/"], "iss"),
      (["iss": nil], "iss"), (["aud": "other"], "aud"), (["aud": nil], "aud"),
      (["aud": ["other"]], "aud"), (["exp": 1_699_999_970], "exp"), (["iat": 1_700_000_031], "iat"),
      (["nonce": "n"], "nonce"), (["events": [:]], "events"), (["sub": "mallory"], "sub"),
      (["sub": "Alice"], "sub"), (["sub": nil], "sub"), (["sub": 5], "sub"),
    ] as [([String: JSONValue?], String)])
  func refused(changes: [String: JSONValue?], name: String) throws {
    let token = try mint.verified(try claims(changes))
    let error = failure { try rules.userInfo(in: token, about: "alice") }
    #expect(error?.outcome == .unreadable && error?.parameter == name)
  }

  // attack: C-51
  @Test(
    "a JSON response and a text that is not a JWT are refused",
    arguments: [
      (#"{"sub":"alice"}"#, "application/json"), (#"{"sub":"alice"}"#, "application/jwt"),
      ("a.b.c", "application/json"), ("a.b.c", nil), ("", "application/jwt"),
      ("a.b.c\n", "application/jwt"), ("a b", "application/jwt"),
    ] as [(String, String?)])
  func otherForm(body: String, type: String?) {
    let error = failure { try exchange().reply(response(200, body, type: type)) }
    // JSON without spaces passes as a token here, and is refused when it is parsed as a JWT.
    if body.hasPrefix("{"), type == "application/jwt" {
      #expect((try? UnverifiedJWT(body)) == nil)
    } else {
      #expect(error == .unreadable(.replyMalformed, ""))
    }
  }

  // attack: C-51
  @Test("another algorithm than the registered one and a JWT of another type are refused")
  func otherKind() throws {
    let other = try SignedResponseRules(
      issuer: rules.issuer, audience: "app", algorithms: [.rs256], now: start)
    let token = try mint.verified(try claims())
    expectError(naming: "alg") { try other.userInfo(in: token, about: "alice") }
    for type in ["at+jwt", "logout+jwt", "token-introspection+jwt", "dpop+jwt"] {
      let token = try mint.verified(try claims(), type: type)
      expectError(naming: "typ") { try rules.userInfo(in: token, about: "alice") }
    }
    let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".e30."
    #expect((try? UnverifiedJWT(unsigned)) == nil)
  }

  @Test("the client reads the error response for an invalid token")
  func refusal() throws {
    expectError(.refused(.invalidToken, "")) {
      try exchange().reply(SignedUserInfoExchange.response(.refused(.invalidToken, "No.")))
    }
    expectError(.unreadable(.redirectRefused, "")) { try exchange().reply(response(302, "")) }
  }

  // attack: C-88
  @Test(
    "the token is sent in the field or in the form, and not in the query",
    arguments: [
      UserInfoExchange.TokenPresentation.header, .form(because: "the service reads no fields"),
    ])
  func presentation(_ presentation: UserInfoExchange.TokenPresentation) throws {
    let endpoint = try Endpoint("https://op.example/me")
    let exchange = UserInfoExchange(
      endpoint: endpoint, accessToken: Secret("t0ken"), subject: "alice",
      presentation: presentation)
    let signed = SignedUserInfoExchange(
      endpoint: endpoint, accessToken: Secret("t0ken"), presentation: presentation)
    for message in [try exchange.request(), try signed.request()] {
      #expect(message.head.path == "/me")
      #expect((message.head.headerFields[.authorization] == nil) == (presentation != .header))
      #expect(try UserInfoExchange.received(message).accessToken.reveal() == "t0ken")
    }
  }

  @Test(
    "a server refuses a token that is sent in two ways, is malformed or is missing",
    arguments: [
      ("/me", "access_token=t", "Bearer t", 400), ("/me", "access_token=t%20u", nil, 400),
      ("/me", "access_token=t&access_token=u", nil, 400), ("/me", "access_token=", nil, 401),
      ("/me", "x=y", nil, 401), ("/me?access_token=t", "access_token=t", nil, 400),
      ("/me?tenant=a&tenant=b", "access_token=t", nil, nil),
    ] as [(String, String, String?, Int?)])
  func twoWays(path: String, form: String, field: String?, status: Int?) {
    let message = post(form, path: path, authorization: field.map { [$0] } ?? [])
    let error = failure { try UserInfoExchange.received(message) }
    #expect(error.map { UserInfoExchange.response($0).head.status.code } == status)
  }
}
