// SPDX-License-Identifier: Apache-2.0

import TestKit

/// An authorization server that follows a script and records its requests.
final class MCPAuthorizationServer: Sendable {
  struct Seen: Sendable {
    var paths: [String] = []
    var registrations: [JSONObject] = []
    var authorizations: [Parameters] = []
    var tokens: [(form: Parameters, authorization: String?)] = []
  }

  private struct State {
    var seen = Seen()
    var codes: [String: Parameters] = [:]
    var secrets: [String: String] = [:]
    var issued: [String: [Scope]] = [:]
    var bound: [String: String] = [:]
    var count = 0
  }

  let script: MCPScript
  let name: String
  private let origin: Mutex<String>
  private let state = Mutex(State())

  init(_ script: MCPScript, name: String) {
    self.script = script
    self.name = name
    origin = Mutex("")
  }

  func settle(at origin: String) { self.origin.withLock { $0 = origin } }

  var base: String { origin.withLock { $0 } }
  var issuer: String { base + (script.isOwnServer ? "" : script.prefix) }
  var seen: Seen { state.withLock { $0.seen } }
  func count(_ path: String) -> Int { seen.paths.count { $0 == path } }

  /// The scopes of an issued token.
  func scopes(of token: String) -> [Scope]? { state.withLock { $0.issued[token] } }

  /// The thumbprint of the key that a token is bound to.
  func thumbprint(of token: String) -> String? { state.withLock { $0.bound[token] } }

  /// The response; nil for an unknown path.
  func answer(_ request: ServedRequest) -> ServedResponse? {
    state.withLock { $0.seen.paths.append(request.path) }
    switch request.path {
    case script.metadataPath: return Self.json(metadata)
    case script.prefix + "/authorize": return authorize(request.query)
    case script.prefix + "/token": return token(request)
    case script.prefix + "/register" where script.registers: return register(request)
    default: return nil
    }
  }

  private var metadata: JSONObject {
    let endpoints = base + script.prefix
    var json: JSONObject = [
      "issuer": .string(script.issuer ?? issuer),
      "authorization_endpoint": .string(endpoints + "/authorize"),
      "token_endpoint": .string(endpoints + "/token"), "response_types_supported": ["code"],
      "grant_types_supported": ["authorization_code", "refresh_token"],
      "token_endpoint_auth_methods_supported": .array(script.methods.map(JSONValue.string)),
    ]
    if script.registers { json["registration_endpoint"] = .string(endpoints + "/register") }
    json["code_challenge_methods_supported"] = script.challenges.map {
      .array($0.map(JSONValue.string))
    }
    json["authorization_response_iss_parameter_supported"] = script.announcesIss.map(JSONValue.bool)
    json["scopes_supported"] = script.serverScopes.map { .array($0.map(JSONValue.string)) }
    if script.nonces != nil { json["dpop_signing_alg_values_supported"] = ["ES256"] }
    if script.acceptsAddresses { json["client_id_metadata_document_supported"] = true }
    return json
  }

  private func authorize(_ query: String) -> ServedResponse {
    guard let form = try? Parameters(decoding: query), let redirect = form["redirect_uri"] else {
      return ServedResponse(head: HTTPResponse(status: .badRequest))
    }
    let code = state.withLock { state in
      state.seen.authorizations.append(form)
      let code = "\(name)-code-\(state.seen.authorizations.count)"
      state.codes[code] = form
      return code
    }
    var callback: Parameters = ["code": code]
    callback["state"] = form["state"]
    switch script.iss {
    case .right: callback["iss"] = issuer
    case .wrong: callback["iss"] = "https://evil.example"
    case .normalized: callback["iss"] = issuer + "/"
    case .absent: break
    }
    return ServedResponse(
      head: HTTPResponse(
        status: .found, headerFields: [.location: redirect + "?" + callback.encoded]))
  }

  private func token(_ request: ServedRequest) -> ServedResponse {
    let form = (try? Parameters(bytes: Array(request.body))) ?? [:]
    let authorization = request.head.headerFields[.authorization]
    var proof: DPoPProof.Received?
    if let nonces = script.nonces {
      proof = MCPProof.read(request, at: base)
      guard let proof else {
        return Self.json(["error": "invalid_dpop_proof"], status: .badRequest)
      }
      if nonces != .absent, proof.nonce != "\(name)-nonce" {
        return Self.json(
          ["error": "use_dpop_nonce"], status: .badRequest,
          fields: MCPProof.nonce("\(name)-nonce"))
      }
    }
    let thumbprint = proof?.thumbprint
    let answer = state.withLock { state -> JSONObject in
      state.seen.tokens.append((form, authorization))
      if let error = script.token(form, authorization) { return ["error": .string(error)] }
      if let assertion = script.assertion(form) {
        return [
          "access_token": .string(assertion), "token_type": "N_A",
          "issued_token_type": .string(TokenTypeIdentifier.identityAssertion.rawValue),
        ]
      }
      var scopes = Scope.list(form["scope"] ?? "")
      if form["grant_type"] == "authorization_code" {
        guard let asked = form["code"].flatMap({ state.codes.removeValue(forKey: $0) }),
          PKCE.verify(
            verifier: form["code_verifier"] ?? "", challenge: asked["code_challenge"] ?? ""),
          asked["redirect_uri"] == form["redirect_uri"]
        else { return ["error": "invalid_grant"] }
        scopes = Scope.list(asked["scope"] ?? "")
      }
      state.count += 1
      let token = "\(name)-token-\(state.count)"
      state.issued[token] = scopes
      state.bound[token] = thumbprint
      return [
        "access_token": .string(token), "token_type": thumbprint == nil ? "Bearer" : "DPoP",
        "expires_in": 3600,
        "scope": .string(Scope.text(scopes)),
      ]
    }
    return Self.json(answer, status: answer["error"] == nil ? .ok : .badRequest)
  }

  private func register(_ request: ServedRequest) -> ServedResponse {
    guard var json = try? JSONObject(parsing: [UInt8](request.body)) else {
      return ServedResponse(head: HTTPResponse(status: .badRequest))
    }
    state.withLock { $0.seen.registrations.append(json) }
    json["client_id"] = .string("\(name)-client")
    let method = script.methods.first ?? "none"
    json["token_endpoint_auth_method"] = .string(method)
    if method != "none" {
      json["client_secret"] = .string("\(name)-secret")
      json["client_secret_expires_at"] = 0
    }
    return Self.json(json, status: .created)
  }

  static func json(
    _ json: JSONObject, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) -> ServedResponse {
    var fields = fields
    fields[.contentType] = "application/json"
    return ServedResponse(
      head: HTTPResponse(status: status, headerFields: fields), body: Data(json.serialized()))
  }
}
