// SPDX-License-Identifier: Apache-2.0
import TestKit

extension TestClient {
  /// `web`, which has somewhere to go after signing out.
  static var leaving: TestClient {
    var client = TestClient.web
    client.registration.metadata.postLogoutRedirectURIs = [
      "https://c.example/out", "https://c.example/out?from=op",
    ]
    return client
  }

  /// `app`, which goes back to a port of its own after signing out.
  static var leavingApp: TestClient {
    var client = TestClient.publicApp
    client.registration.metadata.postLogoutRedirectURIs = ["http://127.0.0.1/out"]
    return client
  }
}

/// A user at a browser who is signed in, and the tokens a client got by it.
struct SignedIn {
  let world: World
  let jar: CookieJar
  let tokens: Tokens

  /// The value of the session's cookie.
  var cookie: String? { jar.value("coatcheck_session", host: "127.0.0.1") }

  /// The ID token, for a hint.
  func hint() throws -> String { try #require(tokens.id) }

  /// Opens the address that ends the session.
  func logout(_ request: Query) async throws -> TestBrowser.Page {
    try await world.browser(jar).get(world.logout(request))
  }

  /// Whether the browser is still signed in.
  func isSignedIn() async throws -> Bool {
    try await world.isSignedIn(jar)
  }
}

extension World {
  /// The address that ends a session.
  func logout(_ request: Query) -> String {
    server.issuer + "/logout" + (request.isEmpty ? "" : "?" + request.encoded)
  }

  /// Signs a user in at a browser.
  func enter(
    _ ask: Ask = Ask(.leaving), by user: TestUser = .alice, jar: CookieJar = CookieJar()
  ) async throws -> SignedIn {
    let code = try #require(try await callback(ask, by: user, jar: jar)["code"])
    return SignedIn(world: self, jar: jar, tokens: try Tokens(await exchange(code, ask)))
  }

  /// Whether a browser gets a code without any page.
  func isSignedIn(_ jar: CookieJar, at client: TestClient = .leaving) async throws -> Bool {
    let silent = Ask(client).with("prompt", "none")
    let page = try await browser(jar).get(url(silent))
    let location = try #require(page.location)
    return try Query(String(location.split(separator: "?").last ?? ""))["code"] != nil
  }

  /// Runs a test with clients that have somewhere to go after signing out.
  static func leaving(_ test: (World) async throws -> Void) async throws {
    try await run(clients: [.leaving, .leavingApp, .other, .trusted], test)
  }
}
