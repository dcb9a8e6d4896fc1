// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Registering a client")
struct RegistrationTests {
  private static let asked = ClientMetadata.native(
    name: "Tool", redirectURIs: ["http://127.0.0.1/cb", "com.example.tool:/cb"],
    scopes: [.openID, .email])

  private func exchange(
    _ metadata: ClientMetadata = asked, token: Secret? = nil, statement: Secret? = nil
  ) throws(OAuthError) -> RegistrationExchange {
    RegistrationExchange(
      metadata, endpoint: try Endpoint("https://op.example/register"), initialAccessToken: token,
      softwareStatement: statement)
  }

  private func registered(_ members: JSONObject) throws(OAuthError) -> ClientRegistration {
    let json: JSONObject = ["client_id": "c1"]
    return try exchange().reply(response(201, json.adding(members)))
  }

  @Test("a request is received with its metadata, its token and its software statement")
  func request() throws {
    let message = try exchange(token: Secret("t0ken"), statement: Secret("a.b.c")).request()
    #expect(message.head.method == .post && message.head.path == "/register")
    let received = try RegistrationExchange.received(message)
    #expect(received.metadata == Self.asked)
    #expect(received.initialAccessToken?.reveal() == "t0ken")
    #expect(received.softwareStatement?.reveal() == "a.b.c")
    let plain = try exchange().request()
    #expect(plain.head.headerFields[.authorization] == nil)
    #expect(try RegistrationExchange.received(plain).initialAccessToken == nil)
  }

  @Test("a response is received as it was sent, and can be stored")
  func reply() throws {
    let client = ClientRegistration(
      id: "c1", secret: Secret("s3cret"), secretExpiry: .at(start), issuedAt: start,
      configuration: ClientConfiguration(
        endpoint: try Endpoint("https://op.example:443/register/c1"),
        accessToken: Secret("r3gistration")),
      metadata: Self.asked)
    let answer = RegistrationExchange.response(client)
    #expect(answer.head.status == .created)
    #expect(answer.head.headerFields[.cacheControl] == "no-store")
    let read = try exchange().reply(answer)
    for again in [read, try ClientRegistration(stored: read.json)] {
      #expect(again.json == client.json)
      #expect(again.secret?.reveal() == "s3cret")
      #expect(again.secretExpiry == .at(start))
      #expect(again.configuration?.accessToken.reveal() == "r3gistration")
      #expect(again.changes(from: Self.asked).isEmpty)
    }
    let printed = printed(client)
    #expect(!printed.contains("s3cret") && !printed.contains("r3gistration"))
  }

  @Test(
    "a registration becomes a client with the registered authentication method",
    arguments: [
      ("none", nil, "none"), ("none", "s", "none"), (nil, nil, "none"),
      (nil, "s", "client_secret_basic"), ("client_secret_basic", "s", "client_secret_basic"),
      ("client_secret_post", "s", "client_secret_post"), ("client_secret_basic", nil, nil),
      ("private_key_jwt", "s", nil),
    ] as [(String?, String?, String?)])
  func identity(method: String?, secret: String?, expected: String?) throws {
    let client = try registered([
      "token_endpoint_auth_method": method.map(JSONValue.string) ?? .null,
      "client_secret": secret.map(JSONValue.string) ?? .null, "client_secret_expires_at": 0,
    ])
    #expect(client.secretExpiry == .never)
    #expect((try? client.identity())?.authentication.method == expected)
  }

  // attack: C-81
  @Test(
    "changed metadata is reported by member",
    arguments: [
      (["redirect_uris": ["https://evil.example/cb"]], ["redirect_uris"]),
      (["redirect_uris": ["http://127.0.0.1/cb"]], ["redirect_uris"]),
      (["redirect_uris": ["com.example.tool:/cb", "http://127.0.0.1/cb"]], []),
      (["token_endpoint_auth_method": "client_secret_basic"], ["token_endpoint_auth_method"]),
      (["scope": "email openid"], []), (["scope": "openid"], ["scope"]),
      (["client_uri": "https://new.example", "token_endpoint_auth_method": "none"], []), ([:], []),
    ] as [(JSONObject, [String])])
  func changes(members: JSONObject, expected: [String]) throws {
    #expect(try registered(members).changes(from: Self.asked) == expected)
  }

  // attack: C-81
  @Test(
    "a configuration endpoint of another origin is discarded together with its token",
    arguments: [
      "https://evil.example/register/c1", "https://op.example:444/register/c1",
      "https://op.example.evil.example/", "http://op.example/register/c1", "/register/c1",
      "https://op.example@evil.example/", "javascript:alert(1)",
    ])
  func otherOrigin(address: String) throws {
    let client = try registered([
      "registration_client_uri": .string(address), "registration_access_token": "t",
    ])
    #expect(client.id == "c1")
    #expect(client.configuration == nil)
    expectMisuse { try ClientConfigurationExchange(.read, client) }
  }

  @Test(
    "a response with an invalid member is refused by its name",
    arguments: [
      (["client_id": .null], "client_id"), (["client_id": "a\u{0}b"], "client_id"),
      (["client_secret": ""], "client_secret"), (["client_secret": "a\nb"], "client_secret"),
      (["client_secret_expires_at": 1e300], "client_secret_expires_at"),
      (["redirect_uris": "https://c.example"], "redirect_uris"),
      (["jwks": ["keys": [["kty": "EC", "d": "AA"]]]], "jwks"),
    ] as [(JSONObject, String)])
  func malformed(members: JSONObject, name: String) {
    expectError(.unreadable(.replyMalformed, ""), naming: name) { try registered(members) }
  }

  @Test(
    "an error response is received with its code and status",
    arguments: [
      (.refused(.invalidRedirectURI, "No."), 400), (.refused(.invalidClientMetadata, "No."), 400),
      (.refused(.unapprovedSoftwareStatement, "No."), 400), (.refused(.invalidToken, "No."), 401),
      (.refused(.insufficientScope, "No."), 403),
    ] as [(OAuthError, Int)])
  func refusals(error: OAuthError, status: Int) throws {
    let answer = RegistrationExchange.response(error)
    #expect(answer.head.status.code == status)
    #expect((answer.head.headerFields[.wwwAuthenticate] != nil) == (status != 400))
    let read = failure { try exchange().reply(answer) }
    #expect(read == error && read?.peerDescription == "No.")
  }

  @Test(
    "an invalid registration request is refused with a status",
    arguments: [
      (.get, "application/json", "{}", 405), (.post, "text/plain", "{}", 415),
      (.post, nil, "{}", 415), (.post, "application/json", "[]", 400),
      (.post, "application/json", #"{"redirect_uris":"x"}"#, 400),
      (.post, "application/json", #"{"client_name":"a","client_name":"b"}"#, 400),
      (.post, "application/json", #"{"software_statement":5}"#, 400),
      (.post, "application/json", String(repeating: " ", count: 70_000) + "{}", 413),
    ] as [(HTTPRequest.Method, String?, String, Int)])
  func badRequests(method: HTTPRequest.Method, type: String?, body: String, status: Int) {
    var message = post(body, path: "/r", type: type)
    message.head.method = method
    let error = failure { [message] in try RegistrationExchange.received(message) }
    #expect(error.map { RegistrationExchange.response($0).head.status.code } == status)
  }
}
