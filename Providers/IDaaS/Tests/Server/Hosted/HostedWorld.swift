// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

/// The application's side of the pages: a user has signed in at Weibo, and the application requests a page.
struct HostedWorld {
  let server: IDaaSTestServer
  let pkce = PKCE(environment: .live)

  static let redirect = "http://127.0.0.1:7777/callback"
  static let administrator = "administrator-of-app"

  static func start(
    bind: Bool = false, weibo: WeiboService = WeiboService(),
    settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { _ in },
    application: @escaping @Sendable (inout TenantApplication) -> Void = { _ in }
  ) async throws -> HostedWorld {
    HostedWorld(
      server: try await IDaaSTestServer.start(
        weibo: weibo, settings: settings,
        application: { app in
          if bind { app.unassociated = .bind }
          app.adminToken = Secret(administrator)
          application(&app)
        }))
  }

  /// A call of the interface.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject? = nil,
    fields: [String: String] = [:], device: String = "phone-1"
  ) async throws -> (head: HTTPResponse, json: JSONObject) {
    let response = try await server.call(method, path, body, fields, device: device)
    return (response.head, (try? JSONObject(parsing: [UInt8](response.body))) ?? [:])
  }

  /// The state token of an unknown user who signs in at Weibo.
  func stateToken(of user: StandInUser = .alice) async throws -> String {
    let proof = server.weibo.token(for: user)
    let reply = try await call(
      .post, "/api/v2/sdk/login/weibo",
      ["access_token": .string(proof.accessToken), "uid": .string(proof.uid)])
    return try #require(reply.json["state_token"]?.stringValue)
  }

  func session(
    _ state: String, page: String = "register", changing: JSONObject = [:],
    device: String = "phone-1", fields: [String: String] = [:]
  ) async throws -> (head: HTTPResponse, json: JSONObject) {
    var body: JSONObject = [
      "page": .string(page), "redirect_uri": .string(Self.redirect), "state": "xyz",
      "code_challenge": .string(pkce.challenge),
    ]
    for (name, value) in changing { body[name] = value }
    return try await call(
      .post, "/api/v2/sdk/hosted-session", body,
      fields: ["X-state-token": state].merging(fields) { $1 }, device: device)
  }

  /// The one-time path of a page.
  func page(
    _ page: String = "register", changing: JSONObject = [:], fields: [String: String] = [:]
  ) async throws -> String {
    let answer = try await session(
      try await stateToken(), page: page, changing: changing, fields: fields)
    let url = try #require(answer.json["url"]?.stringValue)
    #expect(url.hasPrefix(server.origin + "/hosted/\(page)/"))
    return String(url.dropFirst(server.origin.count))
  }

  /// A browser with an open page.
  func browser(
    _ page: String = "register", changing: JSONObject = [:], fields: [String: String] = [:]
  ) async throws -> HostedClient {
    let browser = HostedClient(server)
    let answer = try await browser.get(
      try await self.page(page, changing: changing, fields: fields))
    #expect(answer.status == .seeOther)
    return browser
  }

  /// A browser that shows the registration page.
  func registering() async throws -> HostedClient {
    let browser = try await browser()
    _ = try await browser.get("/hosted/register")
    return browser
  }

  func complete(
    _ ticket: String, verifier: String? = nil, device: String = "phone-1"
  ) async throws -> (head: HTTPResponse, json: JSONObject) {
    try await call(
      .post, "/api/v2/sdk/hosted-session/complete",
      [
        "ticket": .string(ticket), "code_verifier": .string(verifier ?? pkce.verifier.reveal()),
      ], device: device)
  }

  /// A user with a number.
  func add(_ name: String, phone: String) async throws {
    let user = User(id: "u-" + name, name: try UserName(name))
    #expect(try await server.store.save(user) == .added)
    #expect(try await server.store.prove(.phone(phone), of: user.id, at: server.clock.now))
  }
}
