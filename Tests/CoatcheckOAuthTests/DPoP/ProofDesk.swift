// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Makes DPoP proofs with single parts changed, and reads them as a server does.
struct ProofDesk: Sendable {
  let key: SigningKey
  static let address = "https://id.example/token"

  init(_ algorithm: SignatureAlgorithm = .es256) throws {
    key = try SigningKey.generate(algorithm)
  }

  /// The JWK with the members of the public key only.
  var jwk: JSONObject {
    var json = key.publicJWK.json
    for name in ["kid", "alg", "use"] { json[name] = nil }
    return json
  }

  /// A valid proof with header parameters and claims changed; nil removes one.
  func proof(
    header changes: [String: JSONValue?] = [:], claims: [String: JSONValue?] = [:]
  ) throws -> String {
    let head: JSONObject = [
      "typ": "dpop+jwt", "alg": .string(key.algorithm.rawValue), "jwk": .object(jwk),
    ]
    let body: JSONObject = [
      "jti": "j-1", "htm": "POST", "htu": .string(Self.address), "iat": 1_700_000_000,
    ]
    return try sealed(
      head.changing(changes).serialized(), body.changing(claims).serialized())
  }

  /// A signed proof with exactly these bytes as header and claims.
  func sealed(_ head: [UInt8], _ body: [UInt8]) throws -> String {
    let signed = Base64URL.encode(head) + "." + Base64URL.encode(body)
    return signed + "." + Base64URL.encode(try key.signature(for: Array(signed.utf8)))
  }

  func read(
    _ text: String, method: String = "POST", address: String = Self.address, now: Date = start,
    rules: DPoPRules = .standard
  ) throws(OAuthError) -> DPoPProof.Received {
    try DPoPProof.Received(text, method: method, address: address, now: now, rules: rules)
  }

  func refusal(
    _ text: String, method: String = "POST", address: String = Self.address, now: Date = start
  ) -> OAuthError? {
    failure { try read(text, method: method, address: address, now: now) }
  }
}
