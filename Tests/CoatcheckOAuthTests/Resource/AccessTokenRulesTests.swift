// SPDX-License-Identifier: Apache-2.0

import TestSupport

@testable import CoatcheckOAuth

@Suite("A JWT access token (RFC 9068 §4)")
struct AccessTokenRulesTests {
  static let key: SigningKey = {
    do { return try SigningKey.generate(.es256) } catch { preconditionFailure("\(error)") }
  }()

  private static let good: JSONObject = [
    "iss": "https://op.example", "aud": "https://api.example", "sub": "alice", "client_id": "app",
    "iat": 1_699_999_900, "exp": 1_700_000_200, "jti": "t1", "scope": "read write",
    "auth_time": 1_699_999_000, "acr": "gold",
  ]

  private func check(
    _ claims: JSONObject, type: String? = "at+jwt", key: SigningKey = key,
    algorithms: Set<SignatureAlgorithm> = [.es256]
  ) throws -> AccessToken {
    let rules = try AccessTokenRules(
      issuer: try Issuer("https://op.example"), audiences: ["https://api.example", "api"],
      algorithms: algorithms, now: start)
    return try rules.check(key.verified(key.sign(claims, type: type)))
  }

  @Test("is accepted with its claims")
  func good() throws {
    let token = try check(Self.good)
    #expect(token.subject == "alice")
    #expect(token.clientID == "app")
    #expect(token.scopes == [Scope(rawValue: "read"), Scope(rawValue: "write")])
    #expect(token.audience == ["https://api.example"])
    #expect(token.acr == "gold")
    #expect(token.authTime == Date(timeIntervalSince1970: 1_699_999_000))
    #expect(token.confirmation == nil)
    #expect(!"\(token)".contains("alice"))
  }

  @Test(
    "is accepted with its type in any letter case, with or without a prefix",
    arguments: ["AT+JWT", "application/at+jwt"])
  func types(_ type: String) throws {
    _ = try check(Self.good, type: type)
  }

  @Test("is accepted for several audiences, or for another name of the resource")
  func audiences() throws {
    for audience: JSONValue in ["api", ["other", "api"]] {
      #expect(try check(Self.good.changing(["aud": audience])).audience.contains("api"))
    }
  }

  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
  static let bad: [(String, String, JSONValue?)] = [
    ("of another issuer", "iss", "https://evil.example"), ("without issuer", "iss", nil),
    ("of an issuer with a trailing slash", "iss", "https://op.example/"),
    ("for another resource", "aud", "https://other.example"), ("without audience", "aud", nil),
    ("for a resource with the same prefix", "aud", "https://api.example.evil"),
    ("with an empty list of audiences", "aud", []), ("for a number", "aud", 7),
    ("that has expired", "exp", 1_699_999_960), ("without expiry", "exp", nil),
    ("whose expiry is a string", "exp", "1700000200"),
    ("that is issued in the future", "iat", 1_700_000_031), ("without an issue time", "iat", nil),
    ("that is not valid yet", "nbf", 1_700_000_031), ("without a subject", "sub", nil),
    ("with an empty subject", "sub", ""), ("without a client", "client_id", nil),
    ("without id", "jti", nil), ("whose scopes are a number", "scope", 3),
    ("bound to a whole key", "cnf", ["jwk": [:]]), ("bound to nothing", "cnf", [:]),
    ("bound by a string", "cnf", "jkt"), ("bound by half a thumbprint", "cnf", ["jkt": "0ZcOCORZ"]),
    ("bound to a key and to something unknown", "cnf", ["jkt": .string(thumbprint), "new": "x"]),
  ]

  @Test("is refused", arguments: bad)
  func refused(_ row: (name: String, claim: String, value: JSONValue?)) {
    expectError(.refused(.invalidToken, ""), naming: row.claim) {
      try check(Self.good.changing([row.claim: row.value]))
    }
  }

  @Test("is refused with another JWT type", arguments: [nil, "JWT", "at", "logout+jwt", "at+jwt "])
  func otherTypes(_ type: String?) {
    expectError(.refused(.invalidToken, "")) { try check(Self.good, type: type) }
  }

  @Test("is refused with an algorithm that is not configured")
  func algorithm() {
    expectError(naming: "alg") { try check(Self.good, algorithms: [.rs256]) }
  }

  @Test("meets the requirements of a request, or the error names the one that it does not meet")
  func requirements() throws {
    let token = try check(Self.good)
    let read = Scope(rawValue: "read")
    try ResourceRequirement(scopes: [read], acrValues: ["gold"], maxAge: 1000).check(
      token, at: start)
    let rows: [(ResourceRequirement, OAuthError.Code, String)] = [
      (.init(scopes: [read, Scope(rawValue: "admin")]), .insufficientScope, "scope"),
      (.init(acrValues: ["platinum"]), .insufficientUserAuthentication, "acr_values"),
      (.init(maxAge: 999), .insufficientUserAuthentication, "max_age"),
    ]
    for (requirement, code, parameter) in rows {
      expectError(.refused(code, ""), naming: parameter) { try requirement.check(token, at: start) }
    }
    let silent = try check(Self.good.changing(["auth_time": nil]))
    expectError(.refused(.insufficientUserAuthentication, "")) {
      try ResourceRequirement(maxAge: 9).check(silent, at: start)
    }
  }
}
