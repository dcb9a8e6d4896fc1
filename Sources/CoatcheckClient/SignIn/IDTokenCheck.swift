// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

/// Turns the text of an ID token into claims that may be believed: signature first, then every rule.
struct IDTokenCheck: Sendable {
  let keys: KeySetCache
  let jwksURI: Endpoint?

  /// The claims of a token which keeps every rule.
  ///
  /// - Throws: `unreadable`, `idTokenInvalid` or `nonceMismatch`, when nobody is signed in by it; else
  ///   what fetching the keys threw.
  func claims(of text: Secret, rules: IDTokenRules) async throws(OAuthError) -> IDToken {
    try rules.check(await verified(text, accepting: rules.algorithms))
  }

  /// The token with its signature verified, and nothing else.
  func verified(
    _ text: Secret, accepting algorithms: Set<SignatureAlgorithm>
  ) async throws(OAuthError) -> VerifiedJWT {
    guard let jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The issuer has no keys to verify its ID tokens with.",
        parameter: "jwks_uri")
    }
    let token: UnverifiedJWT
    do {
      token = try UnverifiedJWT(text.reveal())
    } catch {
      throw .refusedToken(error)
    }
    return try await keys.verified(token, at: jwksURI, accepting: algorithms)
  }
}
