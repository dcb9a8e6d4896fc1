// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The clients of the administration API, and requests to it.
extension World {
  /// A program of the operator, with the client credentials grant.
  static let ops = TestClient.backend(
    "ops", grants: ["client_credentials"], scopes: ["coatcheck.admin", "reports"]
  ).with { $0.metadata.resources = ["https://api.example/"] }
  /// An app of the operator, at which users sign in.
  static let console = TestClient(
    RegisteredClient(
      id: "console", name: "Console", redirectURIs: ["http://127.0.0.1/callback"],
      authenticationMethod: "none", grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid", "offline_access", "coatcheck.admin"], consent: .implied))

  /// An administration API for this server's store, before a second server with the same issuer.
  ///
  /// - Parameter administrators: The users who may administer.
  func administration(
    by administrators: Set<String> = [TestUser.alice.id]
  ) throws -> AdministrationAPI {
    let environment = server.clock.environment
    var settings = try IssuerSettings(issuer: Issuer(server.issuer))
    settings.administrators = administrators
    let store = try #require(server.store as? any AdministrationStore)
    return try AdministrationAPI(
      before: try IdentityServer(
        settings: settings, store: store, users: store,
        passwords: PasswordHasher(cost: .testing) { environment.random($0) }, keys: server.keys,
        sealer: TestKeys.sealer(environment), environment: environment, logger: log.logger),
      store: store)
  }

  /// Sends a request to the administration API.
  func administer(
    _ method: HTTPRequest.Method, _ path: String,
    _ fields: [(String, String)], body: String? = nil, at api: AdministrationAPI
  ) async -> AdministrationAnswer {
    var head = HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path)
    for (name, value) in fields {
      guard let name = HTTPField.Name(name) else { continue }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
    if body != nil, head.headerFields[.contentType] == nil {
      head.headerFields[.contentType] = "application/json"
    }
    let response = await api.respond(
      to: ServedRequest(
        head: head, body: Data((body ?? "").utf8), source: SourceAddress("192.0.2.7")))
    return AdministrationAnswer(response)
  }

  /// A token of the operator's program.
  func opsToken(_ form: Query = ["scope": "coatcheck.admin"]) async throws -> String {
    try Tokens(await credentials(Self.ops, form)).access
  }
}

/// A response of the administration API.
struct AdministrationAnswer {
  let status: Int
  let fields: HTTPFields
  let text: String

  init(_ response: ServedResponse) {
    status = response.head.status.code
    fields = response.head.headerFields
    text = String(decoding: response.body, as: UTF8.self)
  }

  /// The JSON object in the body; empty without one.
  var json: JSONObject { (try? JSONObject(parsing: Array(text.utf8))) ?? [:] }
}
