// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("ID token rules")
struct IDTokenTests {
  let mint: TokenMint

  init() throws { mint = try TokenMint() }

  /// Expects that a token with these claims changed is refused for this claim, or accepted if it is nil.
  private func expectRefusal(
    for claim: String?, of changes: [String: JSONValue?], rules: IDTokenRules? = nil,
    by mint: TokenMint? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    expectError(
      try (mint ?? self.mint).refusal(changes, rules: rules),
      is: claim.map { _ in .unreadable(.idTokenInvalid, "") }, naming: claim, location: location)
  }

  @Test("a valid token identifies the user")
  func good() throws {
    let token = try idTokenRules().check(mint.verified(TokenMint.good, type: "JWT"))
    #expect(token.subject == "alice" && token.audience == ["client1"])
    #expect(token.issuedAt == start && token.expiresAt == start + 600)
    #expect(token.claims["nonce"] == "n-0S6_WzA2Mj")
  }

  // attack: J-24
  @Test(
    "a time that is not a number is refused",
    arguments: ["\"1700000300\"", "true", "null", "[]", "{}"])
  func timeTypes(json: String) throws {
    let value = try JSONValue(parsing: Array(json.utf8))
    for claim in ["exp", "iat", "nbf", "auth_time"] {
      try expectRefusal(for: claim, of: [claim: value])
    }
  }

  // attack: J-26
  @Test("a time with a fraction is accepted")
  func fraction() throws {
    let token = try idTokenRules().check(
      mint.verified(
        bytes:
          #"{"iss":"https://op.example","sub":"alice","aud":"client1","iat":1700000000.25,"exp":1700000300.5,"nonce":"n-0S6_WzA2Mj"}"#
      ))
    #expect(token.expiresAt == Date(timeIntervalSince1970: 1_700_000_300.5))
  }

  @Test(
    "a time out of range is refused", arguments: ["1e300", "-1e300", "9223372036854775808"])
  func absurdTime(number: String) throws {
    let value = try JSONValue(parsing: Array(number.utf8))
    #expect(try mint.refusal(["exp": value]) == .unreadable(.idTokenInvalid, ""))
  }

  // attack: J-28
  @Test(
    "a token expires at its expiry plus the leeway",
    arguments: [(-1, true), (0, true), (29, true), (30, false), (31, false)]
      as [(TimeInterval, Bool)])
  func expiry(offset: TimeInterval, taken: Bool) throws {
    let rules = try idTokenRules(now: start.addingTimeInterval(600 + offset))
    #expect(try mint.refusal([:], rules: rules) == (taken ? nil : .unreadable(.idTokenInvalid, "")))
  }

  // attack: J-29
  @Test(
    "a token from the future is accepted within the leeway",
    arguments: ["nbf", "iat"], [(30, true), (31, false), (31_536_000, false)])
  func future(claim: String, offset: (seconds: Int, taken: Bool)) throws {
    let time = JSONValue.number(JSONNumber(1_700_000_000 + offset.seconds))
    try expectRefusal(
      for: offset.taken ? nil : claim, of: [claim: time, "exp": 1_800_000_000])
  }

  // attack: J-31
  @Test(
    "a leeway that is negative, infinite or too long is refused",
    arguments: [-1, .nan, .infinity, -.infinity, 315_360_000, 600.5] as [TimeInterval])
  func leeway(seconds: TimeInterval) {
    expectError(.misused("leeway", ""), naming: "leeway") { try idTokenRules(leeway: seconds) }
  }

  // attack: J-32
  @Test(
    "another issuer's token is refused",
    arguments: [
      "https://op.example/", "https://OP.example", "http://op.example", "https://op.exampl",
      "https://op.example.evil", ["https://op.example"], 5, .null,
    ] as [JSONValue])
  func issuer(value: JSONValue) throws {
    try expectRefusal(for: "iss", of: ["iss": value])
  }

  // attack: J-33
  @Test(
    "an audience that is not this client is refused",
    arguments: [
      "client12", "client", "CLIENT1", [], ["client12"], ["client1", 5], ["client1": 1], .null, 5,
      .array((0..<10_000).map { .string($0 == 0 ? "client1" : "c\($0)") }),
    ] as [JSONValue])
  func audience(value: JSONValue) throws {
    let claims = TokenMint.good.changing(["aud": value, "azp": "client1"])
    // A token of 10,000 audiences is longer than 16 KiB, which the JOSE reader refuses.
    let token: VerifiedJWT
    do {
      token = try mint.verified(claims)
    } catch {
      #expect(error.code == .tooLarge)
      return
    }
    expectError(.unreadable(.idTokenInvalid, ""), naming: "aud") { try idTokenRules().check(token) }
  }

  @Test("a hundred and one audiences are refused though each is trusted")
  func manyAudiences() throws {
    let names = (0...100).map { $0 == 0 ? "client1" : "c\($0)" }
    let rules = try idTokenRules(trusted: Set(names))
    let error = try mint.refusal(
      ["aud": .array(names.map { .string($0) }), "azp": "client1"], rules: rules)
    #expect(error?.parameter == "aud")
  }

  // attack: J-34
  @Test(
    "several audiences need this client as authorized party and trust in the others",
    arguments: [
      (nil, [], "aud"), ("other", [], "aud"), ("client1", [], "aud"), (nil, ["other"], "azp"),
      ("other", ["other"], "azp"), ("client1", ["other"], nil),
    ] as [(String?, Set<String>, String?)])
  func authorizedParty(party: String?, trusted: Set<String>, refusedFor: String?) throws {
    try expectRefusal(
      for: refusedFor, of: ["aud": ["client1", "other"], "azp": party.map(JSONValue.string)],
      rules: idTokenRules(trusted: trusted))
  }

  @Test("a single audience with another authorized party is refused")
  func otherParty() throws {
    try expectRefusal(for: "azp", of: ["azp": "other"])
    try expectRefusal(for: "azp", of: ["azp": 5])
    try expectRefusal(for: nil, of: ["azp": "client1"])
  }

  // attack: J-37
  @Test(
    "a subject that is not 1 to 255 ASCII characters is refused, never shortened",
    arguments: [
      "", .string(String(repeating: "a", count: 256)), 5, .null, "alice\u{0}", "alice\u{0}evil",
      "é",
    ]
      as [JSONValue])
  func subject(value: JSONValue) throws {
    try expectRefusal(for: "sub", of: ["sub": value])
    #expect(try mint.refusal(["sub": .string(String(repeating: "a", count: 255))]) == nil)
  }

  // attack: J-37
  @Test("a token whose subject has half a surrogate pair cannot be read")
  func surrogate() {
    #expect(throws: JOSEError.self) {
      try mint.verified(
        bytes:
          #"{"iss":"https://op.example","sub":"a\ud800","aud":"client1","iat":1700000000,"exp":1700000600}"#
      )
    }
  }

  // attack: C-18
  @Test("a token with another nonce, or none, is refused")
  func nonce() throws {
    let previous = try transaction(seed: 7).nonce
    let current = try transaction(seed: 8).nonce
    let rules = try idTokenRules(nonce: current?.reveal())
    let values: [JSONValue?] = [
      nil, "", "nonsense", previous.map { .string($0.reveal()) },
      current.map { .string($0.reveal().lowercased()) },
      5, .null, current.map { [.string($0.reveal())] },
    ]
    for value in values {
      #expect(try mint.refusal(["nonce": value], rules: rules) == .unreadable(.nonceMismatch, ""))
    }
    #expect(try mint.refusal(["nonce": current.map { .string($0.reveal()) }], rules: rules) == nil)
  }

  // attack: C-94, J-66
  @Test(
    "an at_hash which is not the access token's is refused",
    arguments: [SignatureAlgorithm.es256, .es384, .ps512, .edDSA, .ed25519])
  func accessTokenHash(algorithm: SignatureAlgorithm) throws {
    let mint = try TokenMint(algorithm)
    let rules = try idTokenRules(accessToken: "access", algorithms: [algorithm])
    let right = AccessTokenHash.value(for: Secret("access"), algorithm: algorithm)
    let other = AccessTokenHash.value(for: Secret("other"), algorithm: algorithm)
    // Half of a hash by another algorithm, for example by SHA-256 for ES384.
    let halves = HashAlgorithm.allCases.filter { $0 != algorithm.hash }.map { hash in
      JSONValue.string(Base64URL.encode(hash.hash("access".utf8).prefix(hash.byteCount / 2)))
    }
    for bad in halves + [
      .string(other), .string(String(right.dropLast())), .string(right + "A"), "", 5, .null,
    ] as [JSONValue] {
      try expectRefusal(for: "at_hash", of: ["at_hash": bad], rules: rules, by: mint)
    }
    #expect(try mint.refusal(["at_hash": .string(right)], rules: rules) == nil)
    #expect(try mint.refusal([:], rules: rules) == nil)
  }

  // attack: C-94
  @Test("a hash that is required is not accepted without a value to compare it with")
  func nothingToCompare() throws {
    var rules = try idTokenRules()
    rules.requiredHashes = [.accessToken]
    #expect(try TokenMint().refusal(["at_hash": "any"], rules: rules)?.parameter == "at_hash")
  }

  @Test("the at_hash of OIDC Core's example is computed")
  func hashExample() {
    // OIDC Core A.3: the access token and the at_hash of its ID token, which is signed with RS256.
    let hash = AccessTokenHash.value(
      for: Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"), algorithm: .rs256)
    #expect(hash == "77QmUPtjPfzWtF2AnpK9RQ")
  }

  @Test("max_age requires a recent auth_time")
  func authTime() throws {
    let rules = try idTokenRules(maxAge: 60)
    try expectRefusal(for: nil, of: ["auth_time": 1_699_999_910], rules: rules)
    for time: JSONValue? in [nil, 1_699_999_909, 1_700_000_031] {
      try expectRefusal(for: "auth_time", of: ["auth_time": time], rules: rules)
    }
  }

  @Test("another kind of JWT and another algorithm are refused")
  func kind() throws {
    #expect(try mint.refusal([:], type: "at+jwt")?.parameter == "typ")
    #expect(try mint.refusal([:], type: "logout+jwt")?.parameter == "typ")
    #expect(try mint.refusal([:], type: "jwt") == nil)
    #expect(try mint.refusal([:], rules: idTokenRules(algorithms: [.rs256]))?.parameter == "alg")
  }

  @Test("a missing required claim is refused", arguments: ["iat", "exp", "sub", "iss", "aud"])
  func required(claim: String) throws {
    #expect(try mint.refusal([claim: nil])?.parameter == claim)
  }
}
