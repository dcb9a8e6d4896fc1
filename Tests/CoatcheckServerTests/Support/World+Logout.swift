// SPDX-License-Identifier: Apache-2.0
import TestKit

extension TestClient {
  /// `web`, with a `post_logout_redirect_uri`.
  static let leaving = TestClient.web.with {
    $0.metadata.postLogoutRedirectURIs = ["https://c.example/out", "https://c.example/out?from=op"]
  }

  /// A client with this identifier, with the URI of ``leaving`` and without a consent page.
  static func leaving(_ id: String, _ change: (inout RegisteredClient) -> Void) -> TestClient {
    let client = leaving.with {
      $0.id = id
      $0.name = "Client \(id)"
      $0.consent = .implied
    }
    return TestClient(
      client.with(change).registration, secret: Secret("secret-of-\(id)-0123456789-0123456789"))
  }

  /// `app`, with a loopback `post_logout_redirect_uri`.
  static let leavingApp = TestClient.publicApp.with {
    $0.metadata.postLogoutRedirectURIs = ["http://127.0.0.1/out"]
  }
}

/// A user who is signed in at a browser, and the tokens of a client.
struct SignedIn {
  let world: World
  let jar: CookieJar
  let tokens: Tokens

  /// The value of the session's cookie.
  var cookie: String? { jar.value("coatcheck_session", host: "127.0.0.1") }

  /// The ID token, for a hint.
  func hint() throws -> String { try #require(tokens.id) }

  /// Sends a logout request.
  func logout(_ request: Query) async throws -> TestBrowser.Page {
    try await world.browser(jar).get(world.logout(request))
  }

  /// Whether the browser is still signed in.
  func isSignedIn() async throws -> Bool {
    try await world.isSignedIn(jar)
  }

  /// Sends a logout request with the ID token as a hint.
  @discardableResult
  func signOut(_ request: Query = Query()) async throws -> TestBrowser.Page {
    var request = request
    request["id_token_hint"] = try hint()
    return try await logout(request)
  }
}

extension World {
  /// The address of a logout request.
  func logout(_ request: Query) -> String {
    server.issuer + "/logout" + (request.isEmpty ? "" : "?" + request.encoded)
  }

  /// Signs a user in at a browser.
  func enter(
    _ ask: Ask = Ask(.leaving), by user: TestUser = .alice, jar: CookieJar = CookieJar()
  ) async throws -> SignedIn {
    SignedIn(world: self, jar: jar, tokens: try await signIn(ask, by: user, jar: jar))
  }

  /// Whether a browser gets a code without any page.
  func isSignedIn(_ jar: CookieJar, at client: TestClient = .leaving) async throws -> Bool {
    try await callback(Ask(client).with("prompt", "none"), jar: jar)["code"] != nil
  }
}
