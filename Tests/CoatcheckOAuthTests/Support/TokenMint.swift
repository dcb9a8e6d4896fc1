// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Signs the ID tokens of an issuer: valid ones, in which a test changes claims.
struct TokenMint: Sendable {
  let key: SigningKey
  let keys: VerificationKeySet

  init(_ algorithm: SignatureAlgorithm = .es256) throws {
    key = try SigningKey.generate(algorithm)
    keys = key.keySet
  }

  static let good: JSONObject = [
    "iss": "https://op.example", "sub": "alice", "aud": "client1", "iat": 1_700_000_000,
    "exp": 1_700_000_600, "nonce": "n-0S6_WzA2Mj",
  ]

  func verified(_ claims: JSONObject, type: String? = nil) throws(JOSEError) -> VerifiedJWT {
    try key.verified(key.sign(claims, type: type))
  }

  /// A token over exactly these bytes.
  func verified(bytes: String) throws(JOSEError) -> VerifiedJWT {
    let head: JSONObject = ["alg": .string(key.algorithm.rawValue), "kid": .string(key.keyID)]
    let signed = Base64URL.encode(head.serialized()) + "." + Base64URL.encode(Array(bytes.utf8))
    let signature = try key.signature(for: Array(signed.utf8))
    return try key.verified(signed + "." + Base64URL.encode(signature))
  }

  /// The error for a token with these claims changed; nil if it is accepted.
  func refusal(
    _ changes: [String: JSONValue?], rules: IDTokenRules? = nil, type: String? = nil
  ) throws -> OAuthError? {
    let token = try verified(Self.good.changing(changes), type: type)
    let rules = try rules ?? idTokenRules()
    return failure { try rules.check(token) }
  }
}

func idTokenRules(
  client: String = "client1", nonce: String? = "n-0S6_WzA2Mj", accessToken: String? = nil,
  maxAge: Int? = nil,
  algorithms: Set<SignatureAlgorithm> = [.es256], leeway: TimeInterval = 30,
  trusted: Set<String> = [], now: Date = start
) throws(OAuthError) -> IDTokenRules {
  var rules = try IDTokenRules(
    issuer: Issuer("https://op.example"), clientID: client, nonce: nonce.map(Secret.init),
    algorithms: algorithms, leeway: leeway, now: now)
  rules.accessToken = accessToken.map(Secret.init)
  rules.maxAge = maxAge
  rules.trustedAudiences = trusted
  return rules
}
