// SPDX-License-Identifier: Apache-2.0

import TestKit

/// An authorization server ("issuer") and a resource server ("service") on this machine, on two origins.
/// Both check all DPoP proofs.
final class BoundServer: Sendable {
  /// The nonce that a server requires in a proof.
  enum Nonces: Sendable {
    /// No nonce.
    case none
    /// Its latest one, which changes with every response.
    case newest
    /// A new one for each proof, so that no proof is accepted.
    case endless
    /// A value of the field `DPoP-Nonce` that a client cannot use.
    case broken(String)
  }

  struct Hit: Sendable {
    let place: String
    let grantType: String?
    let thumbprint: String?
    let nonce: String?
    let scheme: String?
  }

  struct State {
    var issuerNonces = Nonces.none
    var serviceNonces = Nonces.none
    /// The type in token replies.
    var tokenType = "DPoP"
    /// The scheme in the challenges of the resource server.
    var scheme = "DPoP"
    var lifetime = 600
    /// Whether ID tokens say when the user signed in.
    var tellsAuthTime = false
    /// Whether requests have to be pushed first.
    var wantsPushed = false
    fileprivate var pushed: [String: Parameters] = [:]
    fileprivate var nonces: [String: Int] = [:]
    fileprivate var codes: [String: (nonce: String?, jkt: String?)] = [:]
    fileprivate var refresh: (token: String, jkt: String?)?
    fileprivate var access: [String: String?] = [:]
    fileprivate var ids: Set<String> = []
    fileprivate var generation = 0
  }

  private let state = Mutex(State())
  private let log = Log<Hit>()
  private let servers = Mutex<(issuer: RawServer, service: RawServer)?>(nil)
  private let key: SigningKey

  init() throws {
    key = try SigningKey.generate(.es256)
    let issuer = try RawServer.streaming { [weak self] in self?.answer($0, "issuer") }
    let service = try RawServer.streaming { [weak self] in self?.answer($0, "service") }
    servers.withLock { $0 = (issuer, service) }
  }

  var issuer: String { servers.withLock { $0?.issuer.origin ?? "" } }
  var service: String { servers.withLock { $0?.service.origin ?? "" } }
  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }
  func hits(_ place: String) -> [Hit] { log.entries.filter { $0.place == place } }

  /// A request to the service.
  var request: HTTPRequest {
    HTTPRequest(to: service + "/api?page=2")
  }

  func metadata() async throws -> ServerMetadata {
    try await MetadataCache(transport: transport, environment: .live).metadata(of: Issuer(issuer))
  }

  /// The callback after the user has approved.
  func callback(for url: URL) throws -> String {
    let query = url.absoluteString.drop { $0 != "?" }.dropFirst()
    var request = try Parameters(decoding: query)
    let code = state.withLock { state in
      if let name = request["request_uri"] { request = state.pushed[name] ?? [:] }
      let code = "code-\(state.codes.count + 1)"
      state.codes[code] = (request["nonce"], request["dpop_jkt"])
      return code
    }
    var answer: Parameters = ["code": code]
    answer["state"] = request["state"]
    return (request["redirect_uri"] ?? "") + "?" + answer.encoded
  }

  private func answer(_ request: StreamedRequest, _ place: String) {
    let form = (try? Parameters(bytes: request.body() ?? [])) ?? [:]
    switch request.path {
    case "/.well-known/openid-configuration": send(metadataJSON, to: request)
    case "/jwks": send(JWKSet(keys: [key.publicJWK]).json, to: request)
    default: guarded(request, place, form)
    }
  }

  /// Checks the proof ([RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3)) and its nonce.
  private func guarded(_ request: StreamedRequest, _ place: String, _ form: Parameters) {
    let origin = place == "issuer" ? issuer : service
    let proof = request.fields["dpop"].flatMap { text in
      try? DPoPProof.Received(
        text, method: request.method, address: origin + request.path, now: Date())
    }
    let words = (request.fields["authorization"] ?? "").split(separator: " ").map(String.init)
    log.add(
      Hit(
        place: place, grantType: form["grant_type"], thumbprint: proof?.thumbprint,
        nonce: proof?.nonce, scheme: words.first))
    let isReplayed = proof.map { proof in state.withLock { !$0.ids.insert(proof.id).inserted } }
    if request.fields["dpop"] != nil, isReplayed != false {
      return refuse("invalid_dpop_proof", place, request, [])
    }
    let (nonces, fields, isWanted) = state.withLock { state in
      let nonces = place == "issuer" ? state.issuerNonces : state.serviceNonces
      let count = state.nonces[place] ?? 0
      state.nonces[place] = count + 1
      return (
        nonces, Self.fields(nonces, "\(place)-\(count + 1)"), proof?.nonce == "\(place)-\(count)"
      )
    }
    switch nonces {
    case .newest where proof != nil && !isWanted, .endless where proof != nil,
      .broken where proof != nil:
      refuse("use_dpop_nonce", place, request, fields)
    default:
      if request.path == "/par" {
        push(form, proof, request, fields)
      } else if place == "issuer" {
        token(form, proof, request, fields)
      } else {
        resource(words, proof, request, fields)
      }
    }
  }

  private static func fields(_ nonces: Nonces, _ next: String) -> [String] {
    switch nonces {
    case .none: []
    case .newest, .endless: ["DPoP-Nonce: \(next)"]
    case .broken(let value): ["DPoP-Nonce: \(value)"]
    }
  }

  /// The key of the proof has to be the one in `dpop_jkt`: [RFC 9449
  /// §10.1](https://www.rfc-editor.org/rfc/rfc9449#section-10.1).
  private func push(
    _ form: Parameters, _ proof: DPoPProof.Received?, _ request: StreamedRequest,
    _ fields: [String]
  ) {
    guard let proof, form["dpop_jkt"] == proof.thumbprint else {
      return refuse("invalid_dpop_proof", "issuer", request, fields)
    }
    let name = state.withLock { state in
      let name = "urn:ietf:params:oauth:request_uri:\(state.pushed.count + 1)"
      state.pushed[name] = form
      return name
    }
    send(["request_uri": .string(name), "expires_in": 60], to: request, fields, "201 Created")
  }

  private func resource(
    _ words: [String], _ proof: DPoPProof.Received?, _ request: StreamedRequest, _ fields: [String]
  ) {
    let bound = state.withLock { words.count == 2 ? $0.access[words[1]] : nil }
    guard words.count == 2, let bound else {
      return refuse("invalid_token", "service", request, fields)
    }
    guard let bound else {
      // The token is a bearer token.
      return send(["ok": .bool(words[0] == "Bearer")], to: request, fields)
    }
    guard words[0] == "DPoP", let proof,
      (try? proof.requireBinding(
        of: Secret(words[1]), to: TokenConfirmation(thumbprint: bound))) != nil
    else { return refuse("invalid_token", "service", request, fields) }
    send(["ok": true], to: request, fields)
  }

  private func token(
    _ form: Parameters, _ proof: DPoPProof.Received?, _ request: StreamedRequest,
    _ fields: [String]
  ) {
    let reply: JSONObject? = state.withLock { state in
      var nonce: String?
      switch form["grant_type"] {
      case "authorization_code":
        guard let code = state.codes.removeValue(forKey: form["code"] ?? ""),
          code.jkt == proof?.thumbprint
        else { return nil }
        nonce = code.nonce
      case "refresh_token":
        guard let refresh = state.refresh, refresh.token == form["refresh_token"],
          refresh.jkt == proof?.thumbprint
        else { return nil }
      case "client_credentials": break
      case TokenExchangeGrant.type:
        // The subject token is bound to a key, so the request needs a proof of that key.
        guard let bound = state.access[form["subject_token"] ?? ""], bound == proof?.thumbprint
        else { return nil }
      default: return nil
      }
      state.generation += 1
      let isBound = state.tokenType.lowercased() == "dpop"
      state.access["at-\(state.generation)"] = .some(isBound ? proof?.thumbprint : nil)
      var reply: JSONObject = [
        "access_token": .string("at-\(state.generation)"),
        "token_type": .string(proof == nil ? "Bearer" : state.tokenType),
        "expires_in": .number(JSONNumber(state.lifetime)),
      ]
      if form["grant_type"] == TokenExchangeGrant.type {
        reply["issued_token_type"] = .string(TokenTypeIdentifier.accessToken.rawValue)
        return reply
      }
      guard form["grant_type"] != "client_credentials" else { return reply }
      state.refresh = ("rt-\(state.generation)", proof?.thumbprint)
      reply["refresh_token"] = .string("rt-\(state.generation)")
      reply["id_token"] = (try? key.sign(claims(nonce, state.tellsAuthTime))).map(JSONValue.string)
      return reply
    }
    guard let reply else { return refuse("invalid_grant", "issuer", request, fields) }
    send(reply, to: request, fields)
  }

  private func claims(_ nonce: String?, _ tellsAuthTime: Bool) -> JSONObject {
    let now = Int(Date().timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": "alice", "aud": "app", "iat": .number(JSONNumber(now)),
      "exp": .number(JSONNumber(now + 600)),
    ]
    claims["nonce"] = nonce.map(JSONValue.string)
    if tellsAuthTime { claims["auth_time"] = .number(JSONNumber(now)) }
    return claims
  }

  private var metadataJSON: JSONObject {
    var json = usualMetadata
    if state.withLock({ $0.wantsPushed }) {
      json["pushed_authorization_request_endpoint"] = .string(issuer + "/par")
      json["require_pushed_authorization_requests"] = true
    }
    return json
  }

  private var usualMetadata: JSONObject {
    [
      "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
      "token_endpoint": .string(issuer + "/token"), "jwks_uri": .string(issuer + "/jwks"),
      "id_token_signing_alg_values_supported": ["ES256"], "response_types_supported": ["code"],
      "dpop_signing_alg_values_supported": ["ES256", "EdDSA"],
    ]
  }

  private func refuse(
    _ code: String, _ place: String, _ request: StreamedRequest, _ fields: [String]
  ) {
    if place == "issuer" {
      return send(["error": .string(code)], to: request, fields, "400 Bad Request")
    }
    let scheme = state.withLock { $0.scheme }
    let challenge = "WWW-Authenticate: \(scheme) error=\"\(code)\", algs=\"ES256\""
    send([:], to: request, fields + [challenge], "401 Unauthorized")
  }

  private func send(
    _ json: JSONObject, to request: StreamedRequest, _ fields: [String] = [],
    _ status: String = "200 OK"
  ) {
    request.answer(
      status, ["Content-Type: application/json"] + fields,
      body: String(decoding: json.serialized(), as: UTF8.self))
  }
}
