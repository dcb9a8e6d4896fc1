// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

/// A stand-in for a Kii app, and a client that uses its clock.
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

  /// A stand-in, and alice's session.
  static func signedIn(
    _ seconds: Int = 0, _ service: KiiService = KiiService()
  ) async throws -> (world: KiiWorld, session: Session) {
    let world = try await start(service)
    return (world, try await world.alice(seconds))
  }

  /// Writes an object of the session's user, and returns the status.
  func write(_ session: Session) async throws -> Int {
    let request = try request(Self.objectsPath, .post, type: "application/json")
    return try await session.data(for: request, body: Data("{}".utf8)).0.status.code
  }

  /// Another client of the same app over the same store.
  func client(id: String, secret: Secret?) -> Client {
    Client(of: client.provider, id: id, secret: secret, store: store, transport: Transports.system)
    {
      $0.redirect = .fixed("http://127.0.0.1/unused")
      $0.environment = environment
    }
  }

  /// Alice's session, signed in with her password and this lifetime in seconds.
  func alice(_ seconds: Int = 0) async throws -> Session {
    try await client.signIn(
      using: .kiiPassword(
        "alice", password: StandInUser.alice.password, lifetime: KiiLifetime(seconds: seconds)),
      storedAs: "alice")
  }

  static let tokenPath = "/apps/app/oauth2/token"
  static let mePath = "/apps/app/users/me"
  static let objectsPath = mePath + "/buckets/notes/objects"

  /// The JSON of the requests to a path.
  func bodies(_ path: String = tokenPath) throws -> [JSONObject] {
    try kii.received(path).map { try JSONObject(parsing: [UInt8]($0.body)) }
  }

  /// A request to the app, for `Session.data(for:body:limit:)`.
  func request(
    _ path: String, _ method: HTTPRequest.Method = .get, type: String? = nil
  ) throws -> HTTPRequest {
    var request = try HTTPRequest(method, at: kii.url + path)
    request.headerFields[.contentType] = type
    return request
  }

  /// Sends a request unchanged and returns the app's response.
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
