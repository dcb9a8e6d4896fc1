// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server at `https://id.example/t` that opens no socket, with a user who is signed in at one client.
struct PublicIssuer {
  private let server: IdentityServer
  private let cookie: String
  private let hint: String

  init(
    client: TestClient, reach: OutboundAccess?, logger: Logger,
    configure: (inout IssuerSettings) -> Void = { _ in }
  ) async throws {
    let environment = RuntimeEnvironment.live
    let store = MemoryStore()
    try await store.save(client.registration)
    let sealer = Sealer(master: try TestKeys.master(), environment: environment)
    _ = try await store.replaceKeySet(
      expecting: nil, with: SigningKeys.record(for: TestKeys.signing(), sealer: sealer))
    let keys = SigningKeys(store: store, sealer: sealer)
    try await keys.start()
    var settings = try IssuerSettings(issuer: Issuer("https://id.example/t"))
    configure(&settings)
    server = try IdentityServer(
      settings: settings, store: store, users: store,
      passwords: PasswordHasher(cost: .testing) { environment.random($0) }, keys: keys,
      sealer: sealer, environment: environment, logger: logger, reach: reach)
    let token = OpaqueToken(.login, environment: environment)
    let now = environment.now()
    try await store.saveLogin(
      LoginSession(
        digest: token.digest, userID: "u", authTime: now, expiresAt: now.addingTimeInterval(600),
        sid: "s"))
    try await store.open(
      RefreshFamily(
        id: "f", clientID: client.registration.id, userID: "u", scopes: ["openid"], createdAt: now,
        absoluteExpiry: now.addingTimeInterval(600), authTime: now, nonce: nil, sessionID: "s"),
      first: nil)
    cookie = "__Host-coatcheck_session=" + token.secret.reveal()
    let seconds = JSONValue.number(JSONNumber(Int(now.timeIntervalSince1970)))
    hint = try TestKeys.signing()[0].sign(
      [
        "iss": "https://id.example/t", "aud": .string(client.registration.id), "sub": "u",
        "sid": "s", "iat": seconds, "exp": seconds, "auth_time": seconds,
      ], type: "JWT")
  }

  /// Signs the user out.
  func signOut() async throws -> ServedResponse {
    await send("/t/logout?id_token_hint=" + hint)
  }

  /// What the server says about itself.
  func metadata() async throws -> JSONObject {
    let answer = await send("/t/.well-known/openid-configuration")
    return try JSONObject(parsing: Array(answer.body))
  }

  /// Registers a client.
  func register(_ metadata: JSONObject) async throws -> (status: Int, error: String?) {
    let answer = await send("/t/register", Data(metadata.serialized()))
    let json = try JSONObject(parsing: Array(answer.body))
    return (answer.head.status.code, json["error"]?.stringValue)
  }

  private func send(_ path: String, _ json: Data? = nil) async -> ServedResponse {
    var head = HTTPRequest(
      method: json == nil ? .get : .post, scheme: "https", authority: "id.example", path: path,
      headerFields: [.cookie: cookie])
    if json != nil { head.headerFields[.contentType] = "application/json" }
    return await server.respond(
      to: ServedRequest(head: head, body: json ?? Data(), source: SourceAddress("127.0.0.1")))
  }
}

/// A transport that notes where requests go, and returns 200 to all.
final class SentRequests: HTTPTransport {
  private let sent = Mutex<[String]>([])
  var addresses: [String] { sent.withLock { $0 } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
    sent.withLock { $0.append(address) }
    return (HTTPResponse(status: .ok), Data())
  }
}
