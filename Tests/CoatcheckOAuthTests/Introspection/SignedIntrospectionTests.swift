// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("A signed introspection response")
struct SignedIntrospectionTests {
  private let mint: TokenMint
  private let rules: SignedResponseRules

  init() throws {
    mint = try TokenMint()
    rules = try SignedResponseRules(
      issuer: Issuer("https://op.example"), audience: "api", algorithms: [.es256], now: start)
  }

  private func claims(_ changes: [String: JSONValue?] = [:]) throws -> JSONObject {
    try Introspection.active(["sub": "alice", "exp": 1]).signedClaims(
      issuer: Issuer("https://op.example"), audience: "api", at: start
    ).changing(changes)
  }

  @Test("is read as it was signed")
  func both() throws {
    let exchange = IntrospectionExchange(
      token: Secret("t"), client: ClientIdentity(id: "api"),
      endpoint: try Endpoint("https://op.example/i"), form: .signed)
    let jwt = Secret(try mint.key.sign(try claims(), type: Introspection.signedType))

    let reply = try exchange.reply(IntrospectionExchange.response(.signed(jwt)))
    guard case .signed(let text) = reply else { throw OtherCase() }
    let token = try mint.key.verified(text.reveal())
    #expect(token.claims["sub"] == nil && token.claims["exp"] == nil)
    #expect(try rules.introspection(in: token) == .active(["sub": "alice", "exp": 1]))
  }

  @Test(
    "with an invalid claim is refused by the name of the claim",
    arguments: [
      (["iss": "https://evil.example"], "iss"), (["iss": nil], "iss"), (["aud": "other"], "aud"),
      (["aud": nil], "aud"), (["aud": ["other", 5]], "aud"), (["iat": nil], "iat"),
      (["iat": "1700000000"], "iat"), (["iat": 1_700_000_031], "iat"),
      (["exp": 1_699_999_970], "exp"), (["nbf": 1_700_000_031], "nbf"),
      (["token_introspection": nil], "token_introspection"),
      (["token_introspection": ["active": "yes"]], "active"),
    ] as [([String: JSONValue?], String)])
  func refused(changes: [String: JSONValue?], name: String) throws {
    let token = try mint.verified(try claims(changes), type: Introspection.signedType)
    let error = failure { try rules.introspection(in: token) }
    #expect(error?.outcome == .unreadable && error?.parameter == name)
  }

  @Test("with another JWT type is refused", arguments: ["at+jwt", "JWT", nil])
  func otherType(type: String?) throws {
    let token = try mint.verified(try claims(), type: type)
    expectError(.unreadable(.signedAnswerInvalid, ""), naming: "typ") {
      try rules.introspection(in: token)
    }
  }

  @Test("with an algorithm that is not configured is refused")
  func otherAlgorithm() throws {
    let rules = try SignedResponseRules(
      issuer: Issuer("https://op.example"), audience: "api", algorithms: [.rs256], now: start)
    let token = try mint.verified(try claims(), type: Introspection.signedType)
    expectError(naming: "alg") { try rules.introspection(in: token) }
    expectMisuse {
      try SignedResponseRules(issuer: rules.issuer, audience: "api", algorithms: [], now: start)
    }
  }
}
