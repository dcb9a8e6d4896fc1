// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Token introspection")
struct IntrospectionTests {
  private static let api = ClientIdentity(id: "api", authentication: .basic(Secret("s3cret")))

  private func exchange(
    _ form: IntrospectionExchange.Form = .plain, hint: RevocationExchange.Hint? = nil
  ) throws(OAuthError) -> IntrospectionExchange {
    IntrospectionExchange(
      token: Secret("t0ken"), hint: hint, client: Self.api,
      endpoint: try Endpoint("https://op.example/introspect"), form: form)
  }

  @Test(
    "a request is received as it was sent",
    arguments: [
      (.plain, .accessToken), (.signed, .refreshToken), (.plain, nil),
    ] as [(IntrospectionExchange.Form, RevocationExchange.Hint?)])
  func request(form: IntrospectionExchange.Form, hint: RevocationExchange.Hint?) throws {
    let received = try IntrospectionExchange.received(try exchange(form, hint: hint).request())
    #expect(received.token.reveal() == "t0ken")
    #expect(received.hint == hint)
    #expect(received.form == form)
    #expect(received.client.id == "api")
    #expect(received.client.authentication.secret?.reveal() == "s3cret")
  }

  @Test("an unknown token type hint is ignored")
  func unknownHint() throws {
    let received = try IntrospectionExchange.received(
      post("token=t&token_type_hint=pac_token&client_id=api"))
    #expect(received.hint == nil)
  }

  @Test("the response for an active token is read with all its members")
  func active() throws {
    let claims: JSONObject = [
      "scope": "read write", "client_id": "app", "sub": "alice", "username": "Alice",
      "token_type": "Bearer", "exp": 1_700_000_600, "iat": 1_700_000_000, "nbf": 1_700_000_000,
      "iss": "https://op.example", "aud": ["api", "other"], "jti": "j1", "acr": "high",
      "auth_time": 1_700_000_000, "cnf": ["jkt": "x"], "authorization_details": [["type": "pay"]],
      "vendor": ["a": 1],
    ]
    let reply = try exchange().reply(IntrospectionExchange.response(.plain(.active(claims))))
    guard case .plain(let read) = reply else { throw OtherCase() }
    #expect(read == .active(claims))
    #expect(read.isActive)
    #expect(read.scopes == ["read", "write"])
    #expect(read.clientID == "app" && read.subject == "alice" && read.username == "Alice")
    #expect(read.tokenType == "Bearer" && read.issuer == "https://op.example")
    #expect(read.tokenID == "j1" && read.acr == "high")
    #expect(read.audience == ["api", "other"])
    #expect(read.expiry == .at(start.addingTimeInterval(600)))
    #expect([read.issuedAt, read.notBefore, read.authTime] == [start, start, start])
    #expect(read.confirmation == ["jkt": "x"])
    #expect(read.authorizationDetails == [["type": "pay"]])
    #expect(read.claims["vendor"] == ["a": 1])
  }

  @Test("the response for an inactive token has no other members, and none are read")
  func inactive() throws {
    let (_, body) = IntrospectionExchange.response(.plain(.inactive))
    #expect(body.text == #"{"active":false}"#)
    let read = try Introspection(parsing: ["active": false, "sub": "alice", "scope": "admin"])
    #expect(read == .inactive)
    #expect(read.claims.isEmpty && read.scopes.isEmpty)
  }

  @Test(
    "a response in which active is not a boolean is refused",
    arguments: [
      #"{}"#, #"{"active":"true"}"#, #"{"active":1}"#, #"{"active":null}"#, #"[]"#, "",
      #"{"active":true,"active":false}"#,
    ])
  func unclear(body: String) {
    expectError(.unreadable(.replyMalformed, "")) { try exchange().reply(response(200, body)) }
  }

  @Test(
    "a response in another form than requested is refused",
    arguments: [
      (.signed, "application/json", #"{"active":true}"#),
      (.plain, "application/token-introspection+jwt", "a.b.c"),
      (.signed, "application/token-introspection+jwt", "a b"),
      (.signed, "application/token-introspection+jwt", ""),
    ] as [(IntrospectionExchange.Form, String, String)])
  func otherForm(form: IntrospectionExchange.Form, type: String, body: String) {
    expectError(.unreadable(.replyMalformed, "")) {
      try exchange(form).reply(response(200, body, type: type))
    }
  }

  @Test("an error response is received as it was sent")
  func refused() throws {
    for error: OAuthError in [.refused(.invalidClient, "No."), .refused(.invalidRequest, "No.")] {
      expectError(error) { try exchange().reply(IntrospectionExchange.response(error)) }
    }
    expectError(naming: "token") { try IntrospectionExchange.received(post("client_id=api")) }
  }
}
