// SPDX-License-Identifier: Apache-2.0

import TestKit

/// The authorization server of this package with a client of the FAPI 2 security profile: signed assertions, pushed
/// requests, sender-constrained tokens.
struct FAPIOP {
  let op: OP
  /// The key of the client's assertions.
  let key: SigningKey
  /// The key that its tokens are bound to.
  let proofKey: SigningKey

  init(_ algorithm: SignatureAlgorithm = .es256) async throws {
    key = try SigningKey.generate(algorithm)
    proofKey = try SigningKey.generate(.es256)
    op = try await OP(Self.client(key), others: [Self.client(key, id: "other"), .web])
  }

  static func client(_ key: SigningKey, id: String = "rp") -> TestClient {
    var registration = RegisteredClient(
      id: id, name: "FAPI", redirectURIs: ["https://c.example/cb"],
      authenticationMethod: "private_key_jwt",
      grantTypes: ["authorization_code", "refresh_token"], scopes: ["openid", "offline_access"])
    registration.metadata.jwks = [key.publicJWK]
    registration.metadata.authenticationAlgorithm = .es256
    registration.metadata.pushedRequests = .required
    registration.metadata.boundTokens = .required
    return TestClient(registration)
  }

  /// A correct client assertion with changes.
  func assertion(_ changes: [String: JSONValue?] = [:], by id: String = "rp") throws -> String {
    let now = Int(op.server.clock.now.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(id), "sub": .string(id), "aud": .string(op.server.issuer),
      "jti": .string(op.environment.token()), "iat": .number(JSONNumber(now)),
      "exp": .number(JSONNumber(now + 60)),
    ]
    for (name, value) in changes { claims[name] = value }
    return try key.sign(claims)
  }

  /// A proof for an endpoint, issued at `offset` seconds from now.
  func proof(
    _ path: String, by key: SigningKey? = nil, offset: TimeInterval = 0,
    method: String = "POST", for token: Secret? = nil
  ) throws -> String {
    var environment = op.environment
    let now = op.server.clock.now.addingTimeInterval(offset)
    environment.now = { now }
    return try DPoPProof(
      key: key ?? proofKey, method: method, address: op.server.issuer + path, accessToken: token,
      environment: environment
    ).text
  }

  /// A proof for an endpoint with a further claim.
  func proof(_ path: String, claim: String, _ time: Int) throws -> String {
    let now = Int(op.server.clock.now.timeIntervalSince1970)
    let jwk = proofKey.publicJWK
    let header: JSONObject = [
      "typ": "dpop+jwt", "alg": "ES256", "jwk": .object(jwk.json),
    ]
    let claims: JSONObject = [
      "jti": .string(op.environment.token()), "htm": "POST",
      "htu": .string(op.server.issuer + path), "iat": .number(JSONNumber(now)),
      claim: .number(JSONNumber(time)),
    ]
    let signed = Base64URL.encode(header.serialized()) + "." + Base64URL.encode(claims.serialized())
    return signed + "." + Base64URL.encode(try proofKey.signature(for: Array(signed.utf8)))
  }

  private func post(
    _ path: String, _ form: Parameters, assertion: String, proof: String?
  ) async throws -> OP.Reply {
    var form = form
    form["client_assertion_type"] = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    form["client_assertion"] = assertion
    var fields = HTTPFields()
    fields[.dPoP] = proof
    return OP.Reply(try await op.browser.post(op.server.issuer + path, form, fields: fields))
  }

  /// Pushes an authorization request.
  func push(
    with changes: [String: String?] = [:], assertion: String? = nil, proof: String? = nil,
    by id: String = "rp"
  ) async throws -> OP.Reply {
    var request = op.request(with: changes)
    request["client_id"] = id
    request["scope"] = "openid offline_access"
    return try await post(
      "/par", request, assertion: assertion ?? self.assertion(by: id), proof: proof)
  }

  /// The authorization request that names a pushed one.
  func named(_ pushed: OP.Reply, by id: String = "rp") throws -> Parameters {
    #expect(pushed.status == 201)
    let uri = try #require(pushed.json["request_uri"]?.stringValue)
    return ["client_id": id, "request_uri": uri]
  }

  /// The code that is issued for a pushed request.
  func code(_ pushed: OP.Reply) async throws -> String {
    try #require(try await op.callback(named(pushed))["code"])
  }

  /// Redeems a code.
  func redeem(_ code: String, proof: String?, assertion: String? = nil) async throws -> OP.Reply {
    let form: Parameters = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": op.redirectURI,
      "code_verifier": op.verifier,
    ]
    return try await post("/token", form, assertion: assertion ?? self.assertion(), proof: proof)
  }

  /// Sends a userinfo request with a token and a proof.
  func userInfo(_ token: JSONValue?, proof: String?) async throws -> OP.Reply {
    var fields: HTTPFields = [.authorization: "DPoP \(token?.stringValue ?? "")"]
    fields[.dPoP] = proof
    return OP.Reply(try await op.browser.get(op.server.issuer + "/userinfo", fields: fields))
  }

  /// The pushed request endpoint refuses an assertion with these changes.
  func expectRefused(
    _ changes: [String: JSONValue?], at location: SourceLocation = #_sourceLocation
  ) async throws {
    let refused = try await push(assertion: assertion(changes))
    #expect(refused.status == 401, sourceLocation: location)
    #expect(refused.error == "invalid_client", sourceLocation: location)
    #expect(try await push().status == 201, sourceLocation: location)
  }
}
