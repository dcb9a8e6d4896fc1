// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server at `https://id.example/t` that opens no socket, with a user who is signed in at one client.
struct PublicIssuer {
  private let server: SocketlessServer
  private let cookie: String
  private let hint: String

  init(
    client: TestClient, reach: OutboundAccess?, logger: Logger,
    configure: (inout IssuerSettings) -> Void = { _ in }
  ) async throws {
    server = try await SocketlessServer(
      "https://id.example/t", clients: [client], reach: reach, logger: logger, configure: configure)
    let (environment, store) = (RuntimeEnvironment.live, server.store)
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
    await get("/t/logout?id_token_hint=" + hint)
  }

  /// The metadata of the server.
  func metadata() async throws -> JSONObject {
    let answer = await get("/t/.well-known/openid-configuration")
    return try JSONObject(parsing: Array(answer.body))
  }

  private func get(_ path: String) async -> ServedResponse {
    await server.respond(.get, path, [.cookie: cookie])
  }

  /// What a registration returned.
  struct Registration {
    let status: Int
    let error: String?

    func isRefused(_ error: String) -> Bool { status == 400 && self.error == error }
  }

  /// Registers a client.
  func register(_ metadata: JSONObject) async throws -> Registration {
    let answer = await server.respond(
      .post, "/t/register", body: String(decoding: metadata.serialized(), as: UTF8.self),
      type: "application/json")
    let json = try JSONObject(parsing: Array(answer.body))
    return Registration(status: answer.head.status.code, error: json["error"]?.stringValue)
  }

}

/// A transport that records the addresses of requests, and responds to all with 200.
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
