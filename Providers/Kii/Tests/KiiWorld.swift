// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

/// A Kii app on this machine, and a client of it whose clock is the app's.
struct KiiWorld {
  let kii: StandIn<KiiService>
  let store: MemoryTokenStore
  let environment: RuntimeEnvironment
  let client: Client

  static func start(
    _ service: KiiService = KiiService(), tokenEndpoint: KiiTokenEndpoint = .app,
    id: String = "app", secret: Secret? = nil, fields: [String: String] = [:]
  ) async throws -> KiiWorld {
    let kii = try await StandIn.start(service)
    let environment = kii.clock.environment
    let provider = try Provider.kii(
      site: .custom(kii.url), appID: service.appID, appKey: "key", tokenEndpoint: tokenEndpoint,
      fields: fields)
    let store = MemoryTokenStore()
    return KiiWorld(
      kii: kii, store: store, environment: environment,
      client: Client(
        of: provider, id: id, secret: secret, store: store, transport: Transports.system
      ) {
        $0.redirect = .fixed("http://127.0.0.1/unused")
        $0.environment = environment
      })
  }

  /// Another client of the same app over the same store.
  func client(id: String, secret: Secret?) -> Client {
    Client(of: client.provider, id: id, secret: secret, store: store, transport: Transports.system)
    {
      $0.redirect = .fixed("http://127.0.0.1/unused")
      $0.environment = environment
    }
  }

  /// Alice, with her password, for so many seconds.
  func alice(_ seconds: Int = 0) async throws -> Session {
    try await client.signIn(
      using: .kiiPassword(
        "alice", password: StandInUser.alice.password, lifetime: KiiLifetime(seconds: seconds)),
      storedAs: "alice")
  }

  static let tokenPath = "/apps/app/oauth2/token"
  static let mePath = "/apps/app/users/me"

  /// The JSON of the requests to a path.
  func bodies(_ path: String = tokenPath) throws -> [JSONObject] {
    try kii.received(path).map { try JSONObject(parsing: [UInt8]($0.body)) }
  }

  /// A request to the app, for ``Session/data(for:body:limit:)``.
  func request(
    _ path: String, _ method: HTTPRequest.Method = .get, type: String? = nil
  ) throws -> HTTPRequest {
    let endpoint = try Endpoint(kii.url + path)
    var request = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    request.headerFields[.contentType] = type
    return request
  }

  /// What the app answers to a request as it is.
  func send(
    _ path: String, _ method: HTTPRequest.Method = .post, fields: [String: String] = [:],
    body: String = ""
  ) async throws -> (status: Int, json: JSONObject) {
    var request = try request(path, method)
    for (name, value) in fields { request.headerFields[try #require(HTTPField.Name(name))] = value }
    let (head, data) = try await Transports.system.send(
      request, body: Data(body.utf8), limit: .standard)
    return (head.status.code, (try? JSONObject(parsing: [UInt8](data))) ?? [:])
  }
}
