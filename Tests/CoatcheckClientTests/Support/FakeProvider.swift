// SPDX-License-Identifier: Apache-2.0

import TestKit

/// An authorization server as a transport, without a network. It behaves correctly unless a test changes
/// it, and records all requests.
final class FakeProvider: HTTPTransport {
  typealias Answer = (head: HTTPResponse, body: Data)
  typealias Script =
    @Sendable (_ request: HTTPRequest, _ form: Parameters) async throws(OAuthError)
    -> Answer?

  struct State {
    var metadata: JSONObject
    var signers: [SigningKey]
    var published: [JWK]
    /// The nonce and the challenge of each code.
    var codes: [String: (nonce: String?, challenge: String?)] = [:]
    var requests: [(path: String, head: HTTPRequest, form: Parameters)] = []
    var generation = 0
    var refreshToken: String?
    var lifetime = 600
    /// Changes the claims of the next ID tokens.
    var claims: @Sendable (inout JSONObject) -> Void = { _ in }
    /// Changes the token replies.
    var reply: @Sendable (inout JSONObject) -> Void = { _ in }
    /// Replaces the response at a path; a script that returns nil leaves the usual response.
    var scripts: [String: Script] = [:]
  }

  let issuer: String
  let clock: HandClock
  private let state: Mutex<State>

  static let key: SigningKey = {
    do { return try SigningKey.generate(.es256) } catch { preconditionFailure("\(error)") }
  }()

  init(issuer: String = "https://op.example", clock: HandClock = HandClock()) {
    self.issuer = issuer
    self.clock = clock
    state = Mutex(
      State(
        metadata: [
          "issuer": .string(issuer),
          "authorization_endpoint": .string(issuer + "/authorize"),
          "token_endpoint": .string(issuer + "/token"),
          "jwks_uri": .string(issuer + "/jwks"),
          "userinfo_endpoint": .string(issuer + "/userinfo"),
          "revocation_endpoint": .string(issuer + "/revoke"),
          "device_authorization_endpoint": .string(issuer + "/device"),
          "pushed_authorization_request_endpoint": .string(issuer + "/par"),
          "response_types_supported": ["code"],
          "id_token_signing_alg_values_supported": ["ES256"],
          "code_challenge_methods_supported": ["S256"],
        ],
        signers: [Self.key], published: [Self.key.publicJWK]))
  }

  var environment: RuntimeEnvironment { clock.environment }

  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

  func script(_ path: String, _ script: @escaping Script) {
    state.withLock { $0.scripts[path] = script }
  }

  /// Loses the connection for requests to a path.
  func cut(_ path: String) {
    script(path) { _, _ throws(OAuthError) in
      throw .unreachable(.connectionFailed, "The cable is out.")
    }
  }

  /// Holds requests to a path at a gate.
  func gate(at path: String) -> Gate {
    let gate = Gate()
    script(path) { _, _ throws(OAuthError) in
      await gate.pass()
      return nil
    }
    return gate
  }

  /// How often a path was requested.
  func count(_ path: String) -> Int { state.withLock { $0.requests.count { $0.path == path } } }
  /// How many refreshes were requested.
  var refreshes: Int { forms("/token").count { $0["grant_type"] == "refresh_token" } }
  var total: Int { state.withLock { $0.requests.count } }
  func forms(_ path: String) -> [Parameters] {
    state.withLock { $0.requests.filter { $0.path == path }.map(\.form) }
  }
  func heads(_ path: String) -> [HTTPRequest] {
    state.withLock { $0.requests.filter { $0.path == path }.map(\.head) }
  }

  /// The callback for the URL of a sign-in, after the user has approved.
  func callback(for url: URL, iss: String? = nil) throws -> String {
    let query = url.absoluteString.drop { $0 != "?" }.dropFirst()
    var request = try Parameters(bytes: Array(query.utf8), repeatable: ["resource"])
    if request["request_uri"] != nil { request = forms("/par").last ?? request }
    let code = code(nonce: request["nonce"], challenge: request["code_challenge"])
    var answer: Parameters = ["code": code]
    answer["state"] = request["state"]
    answer["iss"] = iss
    return (request["redirect_uri"] ?? "") + "?" + answer.encoded
  }

  /// A code for a user who approved.
  func code(nonce: String?, challenge: String?) -> String {
    state.withLock { state in
      let code = "code-\(state.codes.count + 1)"
      state.codes[code] = (nonce, challenge)
      return code
    }
  }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> Answer {
    let prefix = issuer.dropFirst(issuer.hasPrefix("https://") ? 8 : 7).drop { $0 != "/" }
    let form = (try? Parameters(bytes: Array(body), repeatable: ["resource"])) ?? [:]
    let full = String(request.path ?? "")
    let path = full.hasPrefix(prefix) ? String(full.dropFirst(prefix.count)) : full
    let script = state.withLock { state in
      state.requests.append((path, request, form))
      return state.scripts[path]
    }
    if let answer = try await script?(request, form) { return answer }
    return state.withLock { answer(path, request, form, &$0) }
  }

  private func answer(
    _ path: String, _ request: HTTPRequest, _ form: Parameters, _ state: inout State
  ) -> Answer {
    switch path {
    case "/.well-known/openid-configuration": return Self.json(state.metadata)
    case "/jwks": return Self.json(JWKSet(keys: state.published).json)
    case "/token": return token(form, &state)
    case "/revoke": return Self.json([:])
    case "/device": return Self.json(device)
    case "/par":
      return Self.json(["request_uri": "urn:example:1", "expires_in": 60], status: 201)
    case "/userinfo": return Self.json(["sub": "alice", "name": "Alice"])
    case "/api":
      let isGood = request.headerFields[.authorization] == "Bearer at-\(state.generation)"
      return isGood ? Self.json(["ok": true]) : Self.rejection
    default: return (HTTPResponse(status: .notFound), Data())
    }
  }

  private var device: JSONObject {
    [
      "device_code": "dc-1", "user_code": "WDJB-MJHT",
      "verification_uri": .string(issuer + "/enter"),
      "verification_uri_complete": .string(issuer + "/enter?user_code=WDJB-MJHT"),
      "expires_in": 600, "interval": 5,
    ]
  }

  private func token(_ form: Parameters, _ state: inout State) -> Answer {
    var nonce: String?
    switch form["grant_type"] {
    case "authorization_code":
      guard let code = form["code"].flatMap({ state.codes.removeValue(forKey: $0) }),
        PKCE.verify(verifier: form["code_verifier"] ?? "", challenge: code.challenge ?? "")
      else { return Self.refusal("invalid_grant") }
      nonce = code.nonce
    case DeviceTokenExchange.grantType:
      guard form["device_code"] == "dc-1" else { return Self.refusal("invalid_grant") }
    case "refresh_token":
      guard form["refresh_token"] == state.refreshToken else {
        return Self.refusal("invalid_grant")
      }
    default: return Self.refusal("unsupported_grant_type")
    }
    state.generation += 1
    state.refreshToken = "rt-\(state.generation)"
    var reply: JSONObject = [
      "access_token": .string("at-\(state.generation)"),
      "token_type": "Bearer",
      "expires_in": .number(JSONNumber(state.lifetime)),
      "refresh_token": .string("rt-\(state.generation)"),
    ]
    if let signer = state.signers.first {
      reply["id_token"] = (try? signer.sign(claims(nonce: nonce, state))).map(JSONValue.string)
    }
    state.reply(&reply)
    return Self.json(reply)
  }

  private func claims(nonce: String?, _ state: State) -> JSONObject {
    let now = Int(clock.trueNow.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": "alice", "aud": "app",
      "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 600)),
      "auth_time": .number(JSONNumber(1_700_000_000)),
    ]
    claims["nonce"] = nonce.map(JSONValue.string)
    state.claims(&claims)
    return claims
  }

  static func json(_ json: JSONObject, status: Int = 200) -> Answer {
    AnsweringTransport.json(json, status: status)
  }

  static func refusal(_ code: String, status: Int = 400) -> Answer {
    json(["error": .string(code)], status: status)
  }

  static let rejection = AnsweringTransport.status(
    .unauthorized, [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
}
