// SPDX-License-Identifier: Apache-2.0

import TestKit

/// The authorization server of this package with open registration, and a web server of the client.
struct RegisteringOP {
  let server: TestServer
  let documents: DocumentHost
  static let redirectURI = "https://c.example/cb"

  init() async throws {
    documents = try await DocumentHost.start()
    server = try await TestServer.start(clients: []) {
      $0.registration.access = .open(because: "a test")
    }
  }

  /// Publishes a key set at the client's address.
  func publish(_ keys: [SigningKey]) {
    documents["/jwks"] = .json(JWKSet(keys: keys.map(\.publicJWK)).json.serialized())
  }

  /// Registers a client with one redirect URI and further metadata.
  func register(_ metadata: JSONObject = [:]) async throws -> OP.Reply {
    var body: JSONObject = [
      "redirect_uris": [.string(Self.redirectURI)], "scope": "openid profile email offline_access",
      "grant_types": ["authorization_code", "refresh_token"], "client_name": "Conformance",
    ]
    for name in metadata.names { body[name] = metadata[name] }
    let browser = TestBrowser(transport: .platform, cookies: CookieJar())
    return OP.Reply(
      try await browser.send(
        .post, server.issuer + "/register",
        body: String(decoding: body.serialized(), as: UTF8.self),
        fields: [.contentType: "application/json"]))
  }

  /// The registered client.
  func client(_ registered: OP.Reply) async throws -> OP {
    #expect(registered.status == 201)
    let id = try #require(registered.json["client_id"]?.stringValue)
    let secret = registered.json["client_secret"]?.stringValue.map { Secret($0) }
    let stored = try #require(try await server.store.client(id))
    return OP(TestClient(stored, secret: secret), on: server)
  }

  /// The consent page for a registered client's request.
  func consentPage(_ registered: OP.Reply) async throws -> TestBrowser.Page {
    let op = try await client(registered)
    let first = try await op.answer(to: op.request)
    let login = try await op.browser.get(try #require(first.location))
    let csrf = try #require(login.forms.first?.fields.first { $0.name == "csrf" }?.value)
    let form: Parameters = [
      "csrf": csrf, "username": TestUser.alice.username,
      "password": TestUser.alice.password.reveal(), "action": "sign-in",
    ]
    let signedIn = try await op.browser.post(login.url, form)
    return try await op.browser.get(try #require(signedIn.location))
  }

  /// Sends a token request with a client assertion.
  func post(_ form: Parameters, as op: OP, by key: SigningKey) async throws -> OP.Reply {
    let now = Int(server.clock.now.timeIntervalSince1970)
    let id = op.client.registration.id
    let claims: JSONObject = [
      "iss": .string(id), "sub": .string(id), "aud": .string(server.issuer),
      "jti": .string(op.environment.token()), "iat": .number(JSONNumber(now)),
      "exp": .number(JSONNumber(now + 60)),
    ]
    var form = form
    form["client_assertion_type"] = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    form["client_assertion"] = try key.sign(claims)
    return OP.Reply(try await op.browser.post(server.issuer + "/token", form))
  }

  /// Signs a user in; the client authenticates by a key.
  func tokens(_ op: OP, by key: SigningKey) async throws -> JSONObject {
    var form: Parameters = [
      "grant_type": "authorization_code", "redirect_uri": op.redirectURI,
      "code_verifier": op.verifier,
    ]
    form["code"] = try await op.callback()["code"]
    let reply = try await post(form, as: op, by: key)
    #expect(reply.status == 200)
    return reply.json
  }
}

extension OP {
  /// A client of a running server.
  init(_ client: TestClient, on server: TestServer) {
    self.client = client
    self.server = server
    browser = TestBrowser(transport: .platform, cookies: cookies)
  }
}
