// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Client assertions, as a server reads them")
struct ReceivedAssertionTests {
  static let good: JSONObject = [
    "iss": "web", "sub": "web", "aud": "https://op.example", "jti": "n1", "iat": 1_700_000_000,
    "exp": 1_700_000_060,
  ]
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  private let key: SigningKey

  init() throws { key = try SigningKey.generate(.es256) }

  private func presented(
    _ assertion: String, type: String? = type, more: [String: String?] = [:],
    authorization: [String] = []
  ) throws(OAuthError) -> PresentedClient {
    let form: Parameters = ["grant_type": "client_credentials", "client_assertion": assertion]
    let whole = form.changing(["client_assertion_type": type].merging(more) { $1 })
    return try RefreshExchange.received(post(whole.encoded, authorization: authorization)).client
  }

  private func accepted(
    _ assertion: String, type: String? = type, audiences: ClientAssertionRules.Audiences,
    algorithms: Set<SignatureAlgorithm> = [.es256]
  ) throws -> ClientAssertion.Accepted {
    let client = try presented(assertion, type: type)
    guard case .assertion(let received) = client.authentication else { throw OtherCase() }
    let rules = ClientAssertionRules(
      issuer: try Issuer("https://op.example"), algorithms: algorithms, audiences: audiences,
      now: start)
    return try received.accepted(
      by: rules, keys: key.keySet)
  }

  /// The error for an assertion with these claims changed; nil if it is accepted.
  private func refusal(
    _ changes: [String: JSONValue?], header: String? = "JWT",
    audiences: ClientAssertionRules.Audiences = .issuerOnly
  ) throws -> OAuthError? {
    failure {
      try accepted(key.sign(Self.good.changing(changes), type: header), audiences: audiences)
    }
  }

  @Test("a valid assertion has its client, its expiry and its id")
  func accepts() throws {
    let accepted = try accepted(key.sign(Self.good), audiences: .issuerOnly)
    #expect(accepted.clientID == "web")
    #expect(accepted.id == "n1")
    #expect(accepted.expiresAt == start.addingTimeInterval(60))
    #expect(accepted.end == start.addingTimeInterval(120))
    let client = try presented(key.sign(Self.good))
    #expect(client.id == "web")
    #expect(client.authentication.method == "private_key_jwt")
    #expect(client.authentication.secret == nil)
  }

  @Test("an assertion is accepted as the client sends it")
  func bothHalves() throws {
    for typing in ClientAssertion.Typing.allCases {
      let client = try ClientAssertionTests.identity { $0.typing = typing }
      let request = try RefreshExchange.received(refreshExchange(client).request(in: .fixed()))
      guard case .assertion(let received) = request.client.authentication else { throw OtherCase() }
      let accepted = try received.accepted(
        by: ClientAssertionRules(
          issuer: Issuer("https://op.example"), algorithms: [.es256], now: start),
        keys: ClientAssertionTests.key.get().keySet)
      #expect(accepted.clientID == "web")
    }
  }

  static let claims: [(String, [String: JSONValue?], String?)] = [
    ("no exp", ["exp": nil], "exp"),
    ("expired 5 min ago", ["exp": 1_699_999_700], "exp"),
    ("expired 59 s ago", ["exp": 1_699_999_941], nil),
    ("expired 60 s ago", ["exp": 1_699_999_940], "exp"),
    ("exp in a day", ["exp": 1_700_086_400], "exp"),
    ("exp as a text", ["exp": "1700000060"], "exp"),
    ("exp far away", ["exp": .number(JSONNumber(Int.max))], "exp"),
    ("no iat", ["iat": nil], nil),
    ("iat 59 s ahead", ["iat": 1_700_000_059], nil),
    ("iat 61 s ahead", ["iat": 1_700_000_061], "iat"),
    ("made a day ago", ["iat": 1_699_913_600], "exp"),
    ("nbf 8 s ahead", ["nbf": 1_700_000_008], nil),
    ("nbf 61 s ahead", ["nbf": 1_700_000_061], "nbf"),
    ("sub is not iss", ["iss": "other"], "iss"),
    ("no iss", ["iss": nil], "iss"),
    ("iss is not a text", ["iss": 5], "iss"),
    ("sub is not a text", ["sub": 5], "sub"),
    ("no sub", ["sub": nil], "sub"),
    ("sub is empty", ["sub": "", "iss": ""], "sub"),
    ("sub with a line feed", ["sub": "a\nb", "iss": "a\nb"], "sub"),
    ("no jti", ["jti": nil], "jti"),
    ("jti is empty", ["jti": ""], "jti"),
    ("jti is not a text", ["jti": 7], "jti"),
    ("jti of 257 bytes", ["jti": .string(String(repeating: "x", count: 257))], "jti"),
  ]

  // attack: T-33
  @Test("each claim is checked against its rule", arguments: claims)
  func claim(name: String, changes: [String: JSONValue?], parameter: String?) throws {
    expectError(
      try refusal(changes), is: parameter.map { _ in .refused(.invalidClient, "") },
      naming: parameter)
  }

  // attack: T-33
  @Test(
    "an assertion of another type than a JWT is refused",
    arguments: [nil, "urn:ietf:params:oauth:client-assertion-type:saml2-bearer", type + " "])
  func assertionType(type: String?) throws {
    let text = try key.sign(Self.good)
    expectError(.refused(.invalidClient, ""), naming: "client_assertion_type") {
      try presented(text, type: type)
    }
  }

  static let audiences: [(String, JSONValue?, strict: Bool, lenient: Bool)] = [
    ("our issuer", "https://op.example", true, true),
    ("our token endpoint", "https://op.example/token", false, true),
    ("another server's token endpoint", "https://evil.example/token", false, false),
    ("an array with us alone", ["https://op.example"], false, true),
    ("an array with us and an attacker", ["https://op.example", "https://x"], false, false),
    ("an array with a number", ["https://op.example", 5], false, false),
    ("an array with one number", [5], false, false),
    ("an empty array", [], false, false),
    ("our issuer with a slash", "https://op.example/", false, false),
    ("a number", 5, false, false),
    ("no audience", nil, false, false),
  ]

  // attack: T-34
  @Test("the audience is this server and no other", arguments: audiences)
  func audience(name: String, value: JSONValue?, strict: Bool, lenient: Bool) throws {
    #expect((try refusal(["aud": value]) == nil) == strict)
    let audiences = ClientAssertionRules.Audiences.alsoEndpoints(
      [try tokenEndpoint()], because: "old clients")
    #expect((try refusal(["aud": value], audiences: audiences) == nil) == lenient)
  }

  // attack: T-36
  @Test("the replay key separates the client id from the id of the assertion")
  func replayKeys() throws {
    func key(_ client: String, _ id: String) throws -> String {
      let claims = Self.good.changing([
        "iss": .string(client), "sub": .string(client), "jti": .string(id),
      ])
      return try accepted(self.key.sign(claims), audiences: .issuerOnly).replayKey
    }
    #expect(try key("ab", "c") != key("a", "bc"))
    #expect(try key("a", "\nb") != key("a\u{20}", "b"))
    #expect(try key("a", "b") == key("a", "b"))
  }

  @Test(
    "another type of JWT is refused",
    arguments: [
      ("JWT", true), (nil, true), ("client-authentication+jwt", true),
      ("application/client-authentication+JWT", true), ("at+jwt", false),
      ("oauth-authz-req+jwt", false), ("dpop+jwt", false),
    ] as [(String?, Bool)])
  func typing(header: String?, isAccepted: Bool) throws {
    #expect((try refusal([:], header: header)?.parameter) == (isAccepted ? nil : "typ"))
  }

  @Test("another key, another algorithm and a missing signature are refused")
  func signature() throws {
    let unknown = try SigningKey.generate(.es256)
    let cases: [(String, String, Set<SignatureAlgorithm>)] = [
      ("another key", try unknown.sign(Self.good), [.es256]),
      ("another algorithm", try key.sign(Self.good), [.ps256]),
      ("no JWT", "x", [.es256]), ("empty parts", "e30.e30.c2ln", [.es256]),
      ("not signed", "eyJhbGciOiJub25lIn0.e30.", [.es256]),
    ]
    for (name, text, algorithms) in cases {
      let error = failure { try accepted(text, audiences: .issuerOnly, algorithms: algorithms) }
      #expect(error == .refused(.invalidClient, ""), "\(name)")
      #expect(error?.description.contains("eyJ") == false)
    }
  }

  @Test("another client id or a second credential in the request is refused")
  func oneClient() throws {
    let text = try key.sign(Self.good)
    #expect(try presented(text, more: ["client_id": "web"]).id == "web")
    let cases: [([String: String?], String)] = [
      (["client_id": "other"], "client_id"), (["client_secret": "s"], "client_secret"),
    ]
    for (more, parameter) in cases {
      expectError(.refused(.invalidRequest, ""), naming: parameter) {
        try presented(text, more: more)
      }
    }
    expectError(.refused(.invalidRequest, "")) {
      try presented(text, authorization: ["Basic d2ViOnM="])
    }
    expectError(.refused(.invalidClient, "")) {
      try presented(text, more: ["client_id": "a", "client_assertion": nil])
    }
  }
}
