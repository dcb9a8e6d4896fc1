// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A user at a browser and an app of theirs, who visit a daemon.
struct Visitor: Sendable {
  /// A seed with the user and the app, and with a service that acts for itself.
  static let seed = """
    {
      "users": [{"username": "alice", "password": "correct horse battery staple",
        "claims": {"name": "Alice Example"}}],
      "clients": [
        {"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "consent": "implied",
          "scopes": ["openid", "profile", "offline_access"]},
        {"id": "batch", "secret": "secret-of-the-batch-0123456789-0123456789",
          "grantTypes": ["client_credentials"], "scopes": ["reports"]}
      ]
    }
    """
  static let password = "correct horse battery staple"
  static let batchSecret = "secret-of-the-batch-0123456789-0123456789"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let callback = "http://127.0.0.1:49152/callback"

  /// A response of a daemon.
  struct Reply: Sendable {
    let status: Int
    let fields: HTTPFields
    let text: String

    /// The JSON object in the body; empty without one.
    var json: JSONObject { (try? JSONObject(parsing: Array(text.utf8))) ?? [:] }
    /// A text in it.
    subscript(_ name: String) -> String? { json[name]?.stringValue }
  }

  /// The same without the user: passwords take long on a busy machine.
  static let clients = """
    {
      "clients": [
        {"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "consent": "implied",
          "scopes": ["openid", "profile", "offline_access"]},
        {"id": "batch", "secret": "\(batchSecret)",
          "grantTypes": ["client_credentials"], "scopes": ["reports"]}
      ]
    }
    """

  let origin: String
  let browser: TestBrowser
  private let agent: ScriptedUserAgent
  private let transport: any HTTPTransport

  init(
    _ origin: String, cookies: CookieJar = CookieJar(),
    over transport: any HTTPTransport = PatientTransport()
  ) {
    self.origin = origin
    self.transport = transport
    agent = ScriptedUserAgent(
      username: "alice", password: Secret(Self.password), transport: transport,
      cookies: cookies)
    browser = agent.browser
  }

  /// A user who has signed in already, with a cookie that a daemon's database knows.
  ///
  /// - Parameter issuer: The issuer; its scheme decides the name of the cookie.
  static func signedIn(
    at daemon: Daemon, in folder: String, issuer: String = "http://127.0.0.1"
  ) async throws -> Visitor {
    let store = try await SQLiteStore(path: folder + "/d.sqlite")
    let visitor = try await signedIn(at: daemon, knownTo: store, issuer: issuer)
    try await store.close()
    return visitor
  }

  /// The same, with any database.
  static func signedIn(
    at daemon: Daemon, knownTo store: any IssuerStore & UserStore, issuer: String
  ) async throws -> Visitor {
    try await signedIn(at: daemon.origin, knownTo: store, issuer: issuer)
  }

  /// The same, over any transport.
  static func signedIn(
    at origin: String, over transport: any HTTPTransport = PatientTransport(),
    knownTo store: any IssuerStore & UserStore, issuer: String
  ) async throws -> Visitor {
    let token = OpaqueToken(.login, environment: .live)
    let now = Date()
    let name = try UserName("u-" + RuntimeEnvironment.live.token(bytes: 9))
    _ = try await store.save(User(id: name.text, name: name))
    try await store.saveLogin(
      LoginSession(
        digest: token.digest, userID: name.text, authTime: now, expiresAt: now + 3_600))
    let cookies = CookieJar()
    let cookie = CookieRules(isSecure: issuer.hasPrefix("https:")).name("coatcheck_session")
    let host = try Endpoint(origin).authority.split(separator: ":").first.map(String.init)
    cookies.set(cookie, to: token.secret.reveal(), host: host ?? "")
    return Visitor(origin, cookies: cookies, over: transport)
  }

  /// The same user, at another daemon.
  func visiting(_ other: Daemon) -> Visitor { Visitor(other.origin, cookies: browser.cookies) }

  /// The address of an authorization request.
  var authorizationURL: String { authorizationURL(scope: "openid profile offline_access") }

  private func authorizationURL(scope: String) -> String {
    let parameters: Parameters = [
      "response_type": "code", "client_id": "app", "redirect_uri": Self.callback,
      "scope": scope, "state": "s", "nonce": "n",
      "code_challenge": Self.challenge, "code_challenge_method": "S256",
    ]
    return "\(origin)/authorize?\(parameters.encoded)"
  }

  /// A fresh code; the user signs in where they have not yet.
  func code(scope: String = "openid profile offline_access") async throws -> String {
    guard let url = URL(string: authorizationURL(scope: scope)) else {
      throw OAuthError.misused("origin", origin)
    }
    let location = try await agent.authorize(at: url)
    let query = String(location.split(separator: "?").last ?? "")
    return (try Parameters(decoding: query))["code"] ?? ""
  }

  func exchange(_ code: String) async throws -> Reply {
    try await token([
      "grant_type": "authorization_code", "code": code, "code_verifier": Self.verifier,
      "redirect_uri": Self.callback, "client_id": "app",
    ])
  }

  func refresh(_ token: String) async throws -> Reply {
    try await self.token([
      "grant_type": "refresh_token", "refresh_token": token, "client_id": "app",
    ])
  }

  /// A fresh refresh token.
  func refreshToken() async throws -> String {
    try await exchange(code())["refresh_token"] ?? ""
  }

  func token(_ form: Parameters, authorization: String? = nil) async throws -> Reply {
    var fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    fields[.authorization] = authorization
    return try await send(.post, "/token", fields, form.encoded)
  }

  /// A token of the service.
  func batch(secret: String = batchSecret) async throws -> Reply {
    let basic = Data("batch:\(secret)".utf8).base64EncodedString()
    return try await token(
      ["grant_type": "client_credentials"], authorization: "Basic \(basic)")
  }

  /// Opens the sign-in page in a new browser.
  func signInPage() async throws -> SignInPage {
    let browser = TestBrowser(transport: transport)
    var page = try await browser.get(authorizationURL)
    while let location = page.location { page = try await browser.get(location) }
    return SignInPage(browser: browser, page: page)
  }

  /// Sends any name and password, and returns the status of the answer.
  func sendPassword(on page: SignInPage, _ name: String, _ password: String) async throws -> Int {
    let csrf = page.page.forms.first?.fields.first { $0.name == "csrf" }?.value ?? ""
    return try await page.browser.post(
      page.page.url, ["csrf": csrf, "username": name, "password": password, "action": "sign-in"]
    ).status
  }

  /// Signs in by hand, with any name and password, and returns the status of the answer.
  func signIn(_ name: String, _ password: String) async throws -> Int {
    try await sendPassword(on: signInPage(), name, password)
  }

  func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> Reply {
    try await send(.get, path, fields, "")
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: String
  ) async throws -> Reply {
    let endpoint = try Endpoint(origin + path)
    let request = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: path,
      headerFields: fields)
    let (head, body) = try await transport.send(request, body: Data(body.utf8), limit: .standard)
    return Reply(
      status: head.status.code, fields: head.headerFields,
      text: String(decoding: body, as: UTF8.self))
  }
}

/// A sign-in page, and its browser.
struct SignInPage: Sendable {
  let browser: TestBrowser
  let page: TestBrowser.Page
}
