// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckIssuer
import CoatcheckTesting

/// Our own issuer on a database, with a user and two clients whose secrets are marked.
struct IssuerSite: Sendable {
  static let redirect = "https://c.example/cb"

  let stage: Stage
  let provider: Provider
  let store = MemoryTokenStore()
  let password: Secret
  let webSecret: Secret
  let serviceSecret: Secret

  static func with(_ stage: Stage, _ body: (IssuerSite) async throws -> Void) async throws {
    let marks = stage.marks
    let (password, web, service) = (
      Secret(marks.make("password")), Secret(marks.make("client_secret")),
      Secret(marks.make("client_secret"))
    )
    let database = try await stage.database()
    let server = try await TestServer.start(
      users: [
        TestUser(
          id: "u-alice", username: "alice", password: password,
          claims: ["email": "alice@example.org"])
      ],
      clients: [
        TestClient(TestClient.web.registration, secret: web),
        TestClient(TestClient.service.registration, secret: service),
      ], store: database, clock: stage.clock, logger: stage.logger("issuer"))
    try await stage.run({ await server.stop() }) {
      let provider = try await Provider.discover(
        server.issuer, transport: stage.network, environment: stage.environment)
      try await body(
        IssuerSite(
          stage: stage, provider: provider, password: password, webSecret: web,
          serviceSecret: service))
    }
  }

  /// The user's browser.
  func agent(_ answer: ScriptedUserAgent.Answer) -> ScriptedUserAgent {
    stage.browser("alice", password, redirect: Self.redirect, answer)
  }

  /// The client `web`.
  var client: Client { client(with: agent(.allow)) }

  func client(with agent: any UserAgent, secret: String? = nil) -> Client {
    stage.client(
      of: provider, id: "web", secret: secret.map { Secret($0) } ?? webSecret,
      redirect: Self.redirect, agent: agent, store: store)
  }
}
