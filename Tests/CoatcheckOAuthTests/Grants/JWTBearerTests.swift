// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("JWT bearer assertions")
struct JWTBearerTests {
  private static let audience = "https://op.example"

  @Test("an assertion is read as it was made")
  func roundTrip() throws {
    let mint = try TokenMint()
    let secret = try JWTBearerAssertion(
      issuer: "svc", subject: "alice", audience: Self.audience, claims: ["scope": "x", "iss": "no"]
    ).signed(by: mint.key, in: .fixed())
    let token = try UnverifiedJWT(secret.reveal()).verified(by: mint.keys, accepting: [.es256])
    let read = try JWTBearerAssertion.Received(token, audiences: [Self.audience], now: start)
    #expect(read.issuer == "svc")
    #expect(read.subject == "alice")
    #expect(read.expiresAt == start.addingTimeInterval(60))
    #expect(try Base64URL.decode(try #require(read.id)).count == 16)
    #expect(read.claims["scope"] == "x")
  }

  @Test("with a clock at an infinite time nothing is signed")
  func noTime() throws {
    var environment = RuntimeEnvironment.fixed()
    environment.now = { Date(timeIntervalSince1970: .infinity) }
    let assertion = JWTBearerAssertion(issuer: "svc", audience: Self.audience)
    let key = try TokenMint().key
    expectError(.misused("", ""), naming: "environment") {
      try assertion.signed(by: key, in: environment)
    }
  }

  static let good: JSONObject = [
    "iss": "svc", "sub": "svc", "aud": "https://op.example", "exp": 1_700_000_060,
    "iat": 1_700_000_000,
  ]

  static let bad: [(String, [String: JSONValue?])] = [
    ("no issuer", ["iss": nil]), ("empty issuer", ["iss": ""]), ("no subject", ["sub": nil]),
    ("no audience", ["aud": nil]), ("another audience", ["aud": "https://evil.example"]),
    ("the audience with a slash", ["aud": "https://op.example/"]),
    ("two audiences", ["aud": ["https://op.example", "https://b.example"]]),
    ("an audience in another letter case", ["aud": "HTTPS://op.example"]),
    ("no expiry", ["exp": nil]), ("an expiry as a string", ["exp": "1700000060"]),
    ("expired", ["exp": 1_699_999_969]), ("valid for too long", ["exp": 1_700_003_631]),
    ("issued in the future", ["iat": 1_700_000_031]), ("not valid yet", ["nbf": 1_700_000_031]),
  ]

  private func read(_ changes: [String: JSONValue?]) throws {
    let token = try TokenMint().verified(Self.good.changing(changes))
    _ = try JWTBearerAssertion.Received(token, audiences: [Self.audience], now: start)
  }

  @Test("an assertion with an invalid claim is an invalid grant", arguments: bad)
  func refused(name: String, changes: [String: JSONValue?]) throws {
    expectError(.refused(.invalidGrant, "")) { try read(changes) }
  }

  @Test("a list of one audience, and clocks that differ by half a minute, are accepted")
  func tolerated() throws {
    for changes: [String: JSONValue?] in [
      ["aud": ["https://op.example"]], ["exp": 1_699_999_971], ["iat": 1_700_000_030],
    ] {
      try read(changes)
    }
  }

  @Test(
    "an invalid argument is an error by its name",
    arguments: [("", "s", 60.0, "issuer"), ("i", "", 60, "audience"), ("i", "s", 0, "lifetime")])
  func misuse(issuer: String, audience: String, lifetime: Double, parameter: String) throws {
    let key = try SigningKey.generate(.es256)
    expectError(.misused("", ""), naming: parameter) {
      try JWTBearerAssertion(issuer: issuer, audience: audience, lifetime: lifetime).signed(
        by: key, in: .fixed())
    }
  }
}
