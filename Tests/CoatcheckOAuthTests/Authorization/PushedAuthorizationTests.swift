// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Pushed authorization requests")
struct PushedAuthorizationTests {
  private static func endpoint() throws(OAuthError) -> Endpoint {
    try Endpoint("https://op.example/par")
  }

  private func prepared(
    _ client: ClientIdentity = publicClient
  ) throws -> (transaction: AuthorizationTransaction, exchange: PushedAuthorizationExchange) {
    let (transaction, request) = try prepareSignIn(client: client, scopes: [.openID, .email]) {
      $0.resources = ["https://api.example/a", "https://api.example/b"]
    }
    let exchange = PushedAuthorizationExchange(
      request, client: client, endpoint: try Self.endpoint())
    return (transaction, exchange)
  }

  static let clients: [(String, ClientIdentity)] = [
    ("none", ClientIdentity(id: "web")),
    ("Basic", ClientIdentity(id: "web", authentication: .basic(Secret("s")))),
    ("post", ClientIdentity(id: "web", authentication: .post(Secret("s")))),
  ]

  @Test("the server reads the request that a client pushes", arguments: clients)
  func bothHalves(name: String, client: ClientIdentity) throws {
    let (transaction, exchange) = try prepared(client)
    let message = try exchange.request(in: .fixed())
    #expect(message.head.method == .post && message.head.path == "/par")
    let received = try PushedAuthorizationExchange.received(message)
    #expect(received.client.id == "web")
    #expect(received.client.authentication.method == client.authentication.method)
    #expect(received.parameters["client_secret"] == nil)
    let request = try AuthorizationRequest(parsing: received.parameters)
    #expect(request.clientID == "web")
    #expect(request.state == transaction.state.reveal())
    #expect(request.nonce == transaction.nonce?.reveal())
    #expect(request.codeChallenge == transaction.pkce.challenge)
    #expect(request.redirectURI == "https://app.example/cb")
    #expect(request.resources == ["https://api.example/a", "https://api.example/b"])
  }

  @Test("a client assertion is sent with the request and is not one of its parameters")
  func assertion() throws {
    let exchange = try prepared(ClientAssertionTests.identity()).exchange
    let received = try PushedAuthorizationExchange.received(exchange.request(in: .fixed()))
    #expect(received.client.authentication.method == "private_key_jwt")
    #expect(!received.parameters.names.contains { $0.hasPrefix("client_assertion") })
    #expect(received.parameters["client_id"] == "web")
  }

  @Test("the client reads the request URI from a response with status 201")
  func reply() throws {
    let exchange = try prepared().exchange
    let pushed = PushedAuthorization(
      requestURI: PushedAuthorization.prefix + "6esc_11ACC5bwc014ltc14eY22c", expiresIn: 60)
    let message = PushedAuthorizationExchange.response(pushed)
    #expect(message.head.status == .created)
    #expect(message.head.headerFields[.cacheControl] == "no-store")
    let read = try exchange.reply(message)
    #expect(read.requestURI == pushed.requestURI)
    #expect(read.expiresIn == 60)
  }

  @Test("the authorization URL contains the client id and the request URI only")
  func address() throws {
    let pushed = PushedAuthorization(
      requestURI: "urn:example:bwc4JK-ESC0w8acc191e-Y1LTC2", expiresIn: 90)
    let url = try pushed.url(
      at: Endpoint("https://op.example/authorize?tenant=t1"), clientID: "s6BhdRkqt3")
    // The example of RFC 9126 §4.
    #expect(
      url.absoluteString == "https://op.example/authorize?tenant=t1&client_id=s6BhdRkqt3"
        + "&request_uri=urn%3Aexample%3Abwc4JK-ESC0w8acc191e-Y1LTC2")
    expectMisuse {
      try pushed.url(at: Endpoint("https://op.example/authorize?client_id=x"), clientID: "app")
    }
  }

  static let replies: [(String, Int, String)] = [
    ("no request_uri", 201, #"{"expires_in":60}"#),
    ("an empty request_uri", 201, #"{"request_uri":"","expires_in":60}"#),
    ("a request_uri with a line feed", 201, #"{"request_uri":"urn:a\nb","expires_in":60}"#),
    ("a request_uri with a space", 201, #"{"request_uri":"urn:a b","expires_in":60}"#),
    ("a number as request_uri", 201, #"{"request_uri":5,"expires_in":60}"#),
    ("no expires_in", 201, #"{"request_uri":"urn:a"}"#),
    ("expires_in of 0", 201, #"{"request_uri":"urn:a","expires_in":0}"#),
    ("a negative expires_in", 201, #"{"request_uri":"urn:a","expires_in":-1}"#),
    ("no JSON", 201, "<html>"),
    ("another status", 202, #"{"request_uri":"urn:a","expires_in":60}"#),
    ("a redirect", 302, #"{"request_uri":"urn:a","expires_in":60}"#),
  ]

  @Test("a malformed response is refused", arguments: replies)
  func unreadable(name: String, status: Int, body: String) throws {
    let exchange = try prepared().exchange
    #expect(failure { try exchange.reply(response(status, body)) }?.outcome == .unreadable)
  }

  @Test("the client reads the error code that the server returns")
  func refusal() throws {
    let exchange = try prepared().exchange
    let refusal = OAuthError.refused(.invalidRequest, "The redirect URI is not registered.")
    expectError(refusal) { try exchange.reply(PushedAuthorizationExchange.response(refusal)) }
  }

  @Test("the server accepts only POST requests with a form and without a request_uri")
  func strict() throws {
    let form = "response_type=code&client_id=app"
    let cases = [
      ("a request_uri in it", form + "&request_uri=urn%3Aa", "/par"),
      ("parameters in the address", form, "/par?client_id=app"),
      ("a parameter given twice", form + "&client_id=app", "/par"),
    ]
    for (name, body, path) in cases {
      expectError(.refused(.invalidRequest, ""), "\(name)") {
        try PushedAuthorizationExchange.received(post(body, path: path))
      }
    }
    var get = post(form, path: "/par")
    get.head.method = .get
    #expect(failure { try PushedAuthorizationExchange.received(get) }?.status == 405)
  }

  @Test("a client cannot push the request of another client")
  func otherClient() throws {
    let (_, request) = try prepareSignIn()
    let exchange = PushedAuthorizationExchange(
      request, client: ClientIdentity(id: "other"), endpoint: try Self.endpoint())
    expectMisuse { try exchange.request() }
  }

  @Test("a request is not sent through the browser if it has to be pushed")
  func required() throws {
    let cases: [(Bool, PARPolicy, String?)] = [
      (false, .whenRequired, nil), (true, .whenRequired, "options"), (false, .always, "options"),
    ]
    for (isRequired, pushing, parameter) in cases {
      var issuer = try metadata()
      issuer.requiresPushedAuthorizationRequests = isRequired
      expectError(naming: parameter) { try beginSignIn(at: issuer) { $0.pushing = pushing } }
    }
  }
}
