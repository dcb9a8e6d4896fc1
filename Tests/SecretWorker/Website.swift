// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckIssuer
import CoatcheckSessionStorage
import CoatcheckTesting
import CoatcheckWeb
import Foundation
import HTTPTypes

/// A website with sign-in in this process, which shows all that its handlers get, and a provider.
struct Website: HTTPTransport {
  static let origin = "https://c.example"

  let stage: Stage
  let web: WebSignIn
  let issuer: String
  private let password: Secret

  static func with(_ stage: Stage, _ body: (Website) async throws -> Void) async throws {
    let (password, secret) = (
      Secret(stage.marks.make("password")), Secret(stage.marks.make("client_secret"))
    )
    var client = RegisteredClient(
      id: "photos", name: "Photos", redirectURIs: [origin + "/auth/callback/work"],
      authenticationMethod: "client_secret_basic",
      grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid", "profile", "offline_access"], consent: .implied)
    client.metadata.postLogoutRedirectURIs = [origin + "/auth/logged-out"]
    let server = try await TestServer.start(
      users: [TestUser(id: "u-alice", username: "alice", password: password)],
      clients: [TestClient(client, secret: secret)], store: try await stage.database(),
      clock: stage.clock, logger: stage.logger("issuer"))
    let key = CoatcheckOAuth.RuntimeEnvironment.live.random(32)
    stage.marks.add("sealing_key", Data(key).base64EncodedString())
    let store = try SQLiteWebSessions(path: "\(stage.folder)/\(UUID().uuidString).sqlite")
    let web = try WebSignIn(
      origin: origin,
      providers: [
        .discovered("work", at: server.issuer, clientID: "photos", secret: secret) {
          $0.scopes = [.openID, .profile, .offlineAccess]
          $0.readsUserInfo = true
        }
      ], store: store, keys: WebKeys(try SealingKey(key)), transport: stage.network
    ) {
      $0.environment = stage.environment
      $0.logger = stage.logger("website")
    }
    let website = Website(stage: stage, web: web, issuer: server.issuer, password: password)
    stage.show("website", web)
    try await stage.run({
      await server.stop()
      try? await store.close()
    }) { try await body(website) }
  }

  /// A browser without cookies.
  func browser() -> TestBrowser { TestBrowser(transport: WireTap(self, stage.marks)) }

  /// Signs the user in.
  ///
  /// - Returns: The address of the callback, which is not opened yet.
  func callback(in browser: TestBrowser) async throws -> String {
    let begun = try await browser.get(Self.origin + "/auth/login?return_to=/albums")
    guard let address = begun.location.flatMap({ URL(string: $0) }) else {
      throw OAuthError.unreadable(.callbackMalformed, "No sign-in begins: \(begun.status).")
    }
    return try await stage.browser(
      "alice", password, redirect: Self.origin + "/auth/callback/work"
    ).authorize(at: address)
  }

  /// A page that uses its session.
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    if web.owns(request) {
      let answer = await web.answer(request, body: body)
      return (answer.0, answer.1)
    }
    let visit = try await web.visit(request)
    stage.show("visit", visit)
    guard let session = visit.session else {
      let answer = visit.challenge()
      return (answer.0, answer.1)
    }
    stage.show("user", session.user)
    stage.show("session", session)
    await stage.attempt("token") { try await session.accessToken() }
    await stage.attempt("user info") { try await session.userInfo() }
    await stage.attempt("data") { try await session.update { $0["language"] = "de" } }
    let answer = visit.finish((HTTPResponse(status: .ok), Data("Albums".utf8)))
    return (answer.0, answer.1)
  }
}
