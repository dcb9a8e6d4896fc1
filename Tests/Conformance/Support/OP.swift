// SPDX-License-Identifier: Apache-2.0

import TestKit

/// The authorization server of this package, tested by single requests.
struct OP {
  let server: TestServer
  let client: TestClient
  let browser: TestBrowser
  let cookies = CookieJar()
  let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  /// A confidential client with a redirect URI, which may have a query.
  static func client(
    _ redirectURI: String = "https://c.example/cb", method: String = "client_secret_basic"
  ) -> TestClient {
    TestClient(
      RegisteredClient(
        id: "rp", name: "Conformance", redirectURIs: [redirectURI], authenticationMethod: method,
        grantTypes: ["authorization_code", "refresh_token"],
        scopes: ["openid", "profile", "email", "address", "phone", "offline_access"]),
      secret: Secret("rp-secret-0123456789-0123456789-012"))
  }

  init(
    _ client: TestClient = OP.client(), others: [TestClient] = [], users: [TestUser] = [.alice],
    configure: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in }
  ) async throws {
    self.client = client
    server = try await TestServer.start(
      users: users, clients: [client] + others, configure: configure)
    browser = TestBrowser(transport: .platform, cookies: cookies)
  }

  var environment: RuntimeEnvironment { server.environment }
  var redirectURI: String { client.registration.redirectURIs[0] }

  /// A correct authorization request.
  var request: Parameters {
    [
      "response_type": "code", "client_id": client.registration.id, "redirect_uri": redirectURI,
      "scope": "openid profile email offline_access", "state": "state-0123456789",
      "nonce": "nonce-0123456789", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      "code_challenge_method": "S256",
    ]
  }

  func request(with changes: [String: String?]) -> Parameters {
    var request = request
    for (name, value) in changes { request[name] = value }
    return request
  }

  private func url(_ request: Parameters) -> String {
    server.issuer + "/authorize?" + request.encoded
  }

  /// The response of the authorization endpoint.
  func answer(to request: Parameters) async throws -> TestBrowser.Page {
    try await browser.get(url(request))
  }

  /// The response is an error page without a redirect.
  func expectPage(_ page: TestBrowser.Page, at location: SourceLocation = #_sourceLocation) {
    #expect((400..<500).contains(page.status), sourceLocation: location)
    #expect(page.location == nil, sourceLocation: location)
  }

  /// The parameters of the authorization response after the user approved.
  func callback(_ request: Parameters? = nil) async throws -> Parameters {
    let agent = TestUser.alice.agent(redirectURI: redirectURI, cookies: cookies)
    let url = try #require(URL(string: url(request ?? self.request)))
    let location = try await agent.authorize(at: url)
    #expect(location.hasPrefix(redirectURI))
    let query = location.drop { $0 != "?" }.dropFirst()
    return try Parameters(decoding: query)
  }

  /// The parameters of an immediate authorization response.
  func redirected(_ page: TestBrowser.Page) throws -> Parameters {
    let location = try #require(page.location)
    #expect(location.hasPrefix(redirectURI))
    return try Parameters(decoding: location.drop { $0 != "?" }.dropFirst())
  }

  /// Redeems a code.
  func redeem(
    _ code: String?, changes: [String: String?] = [:], as other: TestClient? = nil
  ) async throws -> Reply {
    var form: Parameters = ["grant_type": "authorization_code", "redirect_uri": redirectURI]
    form["code"] = code
    form["code_verifier"] = verifier
    for (name, value) in changes { form[name] = value }
    return try await post("/token", form, as: other)
  }

  /// Exchanges a refresh token.
  func refresh(_ token: String?, as other: TestClient? = nil) async throws -> Reply {
    var form: Parameters = ["grant_type": "refresh_token"]
    form["refresh_token"] = token
    return try await post("/token", form, as: other)
  }

  /// Sends a form with the client's credentials.
  func post(
    _ path: String, _ form: Parameters, as other: TestClient? = nil, fields: HTTPFields = [:]
  ) async throws -> Reply {
    var (form, fields) = (form, fields)
    let client = other ?? self.client
    let secret = client.secret?.reveal() ?? ""
    if client.registration.authenticationMethod == "client_secret_basic" {
      let pair = Data("\(client.registration.id):\(secret)".utf8).base64EncodedString()
      fields[.authorization] = "Basic \(pair)"
    } else {
      form["client_id"] = client.registration.id
      form["client_secret"] = secret
    }
    return Reply(try await browser.post(server.issuer + path, form, fields: fields))
  }

  /// Signs the user in and returns the token response.
  func tokens(_ request: Parameters? = nil) async throws -> JSONObject {
    let reply = try await redeem(callback(request)["code"])
    #expect(reply.status == 200)
    return reply.json
  }

  /// The response of the userinfo endpoint.
  func userInfo(
    _ token: JSONValue?, method: HTTPRequest.Method = .get, scheme: String = "Bearer"
  ) async throws -> Reply {
    Reply(
      try await browser.send(
        method, server.issuer + "/userinfo", body: method == .post ? "" : nil,
        fields: [.authorization: "\(scheme) \(token?.stringValue ?? "")"]))
  }

  /// The claims of an ID token, verified with the published keys.
  func claims(of token: JSONValue?) async throws -> (header: JOSEHeader, claims: JSONObject) {
    let metadata = try await metadata()
    let keys = KeySetCache(transport: .platform, environment: environment)
    let verified = try await keys.verified(
      UnverifiedJWT(token?.stringValue ?? ""), at: #require(metadata.jwksURI),
      accepting: [.rs256, .es256])
    return (verified.header, verified.claims)
  }

  func metadata() async throws -> ServerMetadata {
    try await MetadataCache(transport: .platform, environment: environment)
      .metadata(of: Issuer(server.issuer))
  }

  /// A response with a JSON body.
  struct Reply {
    let status: Int
    let head: HTTPResponse
    let json: JSONObject
    let text: String

    init(_ page: TestBrowser.Page) {
      status = page.status
      head = page.head
      text = page.text
      json = (try? JSONObject(parsing: Array(page.text.utf8))) ?? [:]
    }

    var error: String? { json["error"]?.stringValue }
  }
}
