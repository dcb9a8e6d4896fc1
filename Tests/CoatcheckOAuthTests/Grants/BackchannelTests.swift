// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Backchannel authentication, from client to server and back")
struct BackchannelTests {
  private func exchange(
    _ question: BackchannelAuthenticationRequest, key: SigningKey? = nil
  ) throws -> BackchannelAuthenticationExchange {
    let issuer = try Issuer("https://op.example")
    return BackchannelAuthenticationExchange(
      question, client: publicClient, endpoint: try Endpoint("https://op.example/bc"),
      signature: key.map { .init(key: $0, issuer: issuer) })
  }

  private func full(_ hint: UserHint) -> BackchannelAuthenticationRequest {
    var question = BackchannelAuthenticationRequest(
      hint, scopes: ["openid", "x"], bindingMessage: "W4SCT", userCode: Secret("1234"),
      requestedExpiry: 120)
    question.acrValues = ["a", "b"]
    question.notificationToken = Secret("8d67dc78-7faa-4d41-aabd-67707b374255")
    question.resources = ["https://r.example", "https://s.example"]
    return question
  }

  private func expectSame(
    _ one: BackchannelAuthenticationRequest, _ other: BackchannelAuthenticationRequest
  ) {
    switch (one.hint, other.hint) {
    case (.login(let one), .login(let other)): #expect(one == other)
    case (.loginToken(let one), .loginToken(let other)): #expect(one.matches(other))
    case (.idToken(let one), .idToken(let other)): #expect(one.matches(other))
    default: Issue.record("another hint")
    }
    #expect(one.scopes == other.scopes)
    #expect(one.bindingMessage == other.bindingMessage)
    #expect(one.userCode?.reveal() == other.userCode?.reveal())
    #expect(one.requestedExpiry == other.requestedExpiry)
    #expect(one.acrValues == other.acrValues)
    #expect(one.notificationToken?.reveal() == other.notificationToken?.reveal())
    #expect(one.resources == other.resources)
  }

  static let hints: [UserHint] = [
    .login("alice@example.org"), .loginToken(Secret("t.t.t")), .idToken(Secret("i.d.t")),
  ]

  @Test(
    "a request is received as it was sent, as parameters and as a signed object",
    arguments: 0..<3)
  func roundTrip(index: Int) throws {
    let question = full(Self.hints[index])
    let plain = try BackchannelAuthenticationExchange.received(exchange(question).request())
    guard case .parameters(let read) = plain.content else { throw OtherCase() }
    expectSame(read, question)
    #expect(plain.client.id == "app")

    let key = try SigningKey.generate(.es256)
    let signed = try BackchannelAuthenticationExchange.received(
      exchange(question, key: key).request(in: .fixed()))
    guard case .signed(let token) = signed.content else { throw OtherCase() }
    #expect(signed.client.id == "app")
    #expect(signed.extra.isEmpty)
    let verified = try token.verified(by: key.keySet, accepting: [.es256])
    expectSame(
      try BackchannelAuthenticationRequest(
        verified, from: "app", at: Issuer("https://op.example"), now: start), question)
  }

  static let malformedForms: [(String, OAuthError.Code, String)] = [
    ("scope=openid", .invalidRequest, "login_hint"),
    ("scope=openid&login_hint=a&id_token_hint=b", .invalidRequest, "id_token_hint"),
    ("login_hint=a", .invalidScope, "scope"), ("scope=x&login_hint=a", .invalidScope, "scope"),
    ("scope=openid&login_hint=a&requested_expiry=0", .invalidRequest, "requested_expiry"),
    ("scope=openid&login_hint=a&requested_expiry=soon", .invalidRequest, "requested_expiry"),
    ("scope=openid&login_hint=a&binding_message=a%0Ab", .invalidBindingMessage, "binding_message"),
    (
      "scope=openid&login_hint=a&binding_message=" + String(repeating: "x", count: 101),
      .invalidBindingMessage, "binding_message"
    ),
    (
      "scope=openid&login_hint=a&client_notification_token=a+b", .invalidRequest,
      "client_notification_token"
    ),
    ("request=a.b.c&scope=openid", .invalidRequest, "request"),
    ("request=a.b.c", .invalidRequest, "request"),
    ("scope=openid&login_hint=a&login_hint=b", .invalidRequest, "login_hint"),
  ]

  @Test("an error names the missing, malformed or excess parameter", arguments: malformedForms)
  func malformed(form: String, code: OAuthError.Code, parameter: String) {
    expectError(.refused(code, ""), naming: parameter) {
      try BackchannelAuthenticationExchange.received(post(form + "&client_id=a", path: "/bc"))
    }
  }

  static let good: JSONObject = [
    "iss": "app", "aud": "https://op.example", "iat": 1_700_000_000, "nbf": 1_700_000_000,
    "exp": 1_700_000_060, "jti": "j", "scope": "openid", "login_hint": "a",
  ]

  static let badObjects: [(String, [String: JSONValue?])] = [
    ("of another client", ["iss": "other"]), ("for another server", ["aud": "https://x.example"]),
    ("without jti", ["jti": nil]), ("without iat", ["iat": nil]), ("without nbf", ["nbf": nil]),
    ("without exp", ["exp": nil]), ("expired", ["exp": 1_699_999_900]),
    ("not yet", ["nbf": 1_700_000_100]), ("for a day", ["exp": 1_700_086_400]),
    ("with a number as hint", ["login_hint": 5]), ("with an exp in text", ["exp": "1700000060"]),
  ]

  @Test("a signed request with an invalid claim is refused", arguments: badObjects)
  func badObject(name: String, changes: [String: JSONValue?]) throws {
    let mint = try TokenMint()
    func read(_ claims: JSONObject) throws {
      _ = try BackchannelAuthenticationRequest(
        mint.verified(claims), from: "app", at: Issuer("https://op.example"), now: start)
    }
    try read(Self.good)
    expectError(.refused(.invalidRequest, "")) { try read(Self.good.changing(changes)) }
  }

  @Test("a response is received as it was sent, and an incomplete one is refused")
  func reply() throws {
    let exchange = try exchange(BackchannelAuthenticationRequest(.login("a")))
    let made = BackchannelAuthentication(
      authReqID: Secret("1c266114-a1be-4252-8ad1-04986c5b9ac1"), lifetime: .seconds(120),
      interval: .seconds(2), now: start)
    let read = try exchange.reply(BackchannelAuthenticationExchange.response(made))
    #expect(read.authReqID.matches(made.authReqID))
    #expect(read.expiresAt == start.addingTimeInterval(120))
    #expect(read.interval == .seconds(2))
    let plain = try exchange.reply(response(200, #"{"auth_req_id":"r","expires_in":60}"#))
    #expect(plain.interval == .seconds(5))
    for (body, member) in [
      (#"{"expires_in":60}"#, "auth_req_id"),
      (#"{"auth_req_id":"","expires_in":60}"#, "auth_req_id"),
      (#"{"auth_req_id":"r"}"#, "expires_in"),
      (#"{"auth_req_id":"r","expires_in":0}"#, "expires_in"),
      (#"{"auth_req_id":"a\nb","expires_in":60}"#, "auth_req_id"),
    ] {
      expectError(.unreadable(.replyMalformed, ""), naming: member) {
        try exchange.reply(response(200, body))
      }
    }
  }

  @Test(
    "each refusal of the specification arrives with its code",
    arguments: [
      OAuthError.Code.expiredLoginHintToken, .unknownUserID, .missingUserCode, .invalidUserCode,
      .invalidBindingMessage, .accessDenied, .unauthorizedClient,
    ])
  func refusals(code: OAuthError.Code) throws {
    let exchange = try exchange(BackchannelAuthenticationRequest(.login("a")))
    expectError(.refused(code, "")) {
      try exchange.reply(BackchannelAuthenticationExchange.response(.refused(code, "No.")))
    }
  }

  @Test("an invalid request is an error of the caller")
  func misuse() throws {
    var long = BackchannelAuthenticationRequest(.login("a"))
    long.notificationToken = Secret(String(repeating: "t", count: 1025))
    let questions = [
      BackchannelAuthenticationRequest(.login("")),
      BackchannelAuthenticationRequest(.login("a"), requestedExpiry: 0), long,
    ]
    for question in questions {
      let exchange = try exchange(question)
      expectMisuse { try exchange.request() }
    }
    #expect(BackchannelAuthenticationRequest(.login("a"), scopes: ["x"]).scopes == ["openid", "x"])
  }

  @Test("a notification is accepted only with the token of its own request")
  func notification() throws {
    let endpoint = try Endpoint("https://c.example/cb")
    let token = Secret("n-1")
    let tokens = ["r-1": token, "r-2": Secret("n-2")]
    func find(_ id: Secret) -> Secret? { tokens[id.reveal()] }
    func request(_ id: String) throws -> (head: HTTPRequest, body: Data) {
      try BackchannelNotification(authReqID: Secret(id)).request(to: endpoint, token: token)
    }
    let good = try request("r-1")
    #expect(
      try BackchannelNotification(head: good.head, body: good.body, token: find).authReqID
        .reveal() == "r-1")
    #expect(BackchannelNotification.response().head.status.code == 204)

    var get = good
    get.head.method = .get
    var bare = good
    bare.head.headerFields[.authorization] = nil
    let others: [(message: (head: HTTPRequest, body: Data), status: Int)] = [
      (get, 405), (bare, 401), (try request("r-2"), 401), (try request("r-9"), 401),
      ((good.head, Data("[]".utf8)), 400), ((good.head, Data(count: 9000)), 400),
    ]
    for row in others {
      let error = failure {
        try BackchannelNotification(head: row.message.head, body: row.message.body, token: find)
      }
      #expect(error?.outcome == .refused && error?.status == row.status)
    }
  }
}
