// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

/// Validates an ID token: first its encryption and signature, then its claims.
struct IDTokenCheck: Sendable {
  let keys: KeySetCache
  let jwksURI: Endpoint?
  /// How ID tokens are encrypted for the client.
  var decryption: TokenDecryption?
  /// The secret that authenticates ID tokens, where the client is registered for that.
  var secret: MACKey?

  init(keys: KeySetCache, jwksURI: Endpoint?) {
    self.keys = keys
    self.jwksURI = jwksURI
  }

  /// - Throws: `misused` when the client has no secret that could authenticate ID tokens.
  init(
    keys: KeySetCache, jwksURI: Endpoint?, profile: SecurityProfile, client: ClientIdentity
  ) throws(OAuthError) {
    self.init(keys: keys, jwksURI: jwksURI)
    decryption = profile.idTokenDecryption
    guard case .clientSecret(let algorithm, _) = profile.idTokenSecret else { return }
    // OIDC Core §10.1: "the octets of the UTF-8 representation of the client_secret […] are used as
    // the key".
    let text = client.authentication.secret?.reveal() ?? ""
    do {
      secret = try MACKey(secret: Array(text.utf8), algorithm: algorithm)
    } catch {
      throw .misused("client_secret", "The secret cannot authenticate ID tokens: \(error.reason).")
    }
  }

  /// Validates an ID token against all rules, and returns its claims.
  ///
  /// - Throws: `unreadable` with `idTokenInvalid` or `nonceMismatch` when the token is invalid; else
  ///   what fetching the keys throws.
  func claims(of text: Secret, rules: IDTokenRules) async throws(OAuthError) -> IDToken {
    try await authentic(text, accepting: rules.algorithms).checked(by: rules)
  }

  /// Decrypts a token and verifies its signature or its message authentication code. Its claims are not
  /// checked.
  ///
  /// - Throws: As ``claims(of:rules:)``, for the encryption and the signature.
  func authentic(
    _ text: Secret, accepting algorithms: Set<SignatureAlgorithm>
  ) async throws(OAuthError) -> AuthenticIDToken {
    guard let secret else { return .signed(try await verified(text, accepting: algorithms)) }
    do {
      let token =
        if let decryption {
          try decryption.verified(text.reveal(), by: secret)
        } else {
          try secret.verified(text.reveal())
        }
      return .maced(token, secret.algorithm)
    } catch {
      throw .refusedToken(error)
    }
  }

  /// Whether tokens are verified with the issuer's public keys alone.
  var needsPublicKeysOnly: Bool { decryption == nil && secret == nil }

  /// Decrypts a token and verifies its signature. Its claims are not checked.
  func verified(
    _ text: Secret, accepting algorithms: Set<SignatureAlgorithm>
  ) async throws(OAuthError) -> VerifiedJWT {
    guard let jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The authorization server publishes no keys for its ID tokens.",
        parameter: "jwks_uri")
    }
    if let decryption {
      return try await keys.verified(text, openedBy: decryption, at: jwksURI, accepting: algorithms)
    }
    let token: UnverifiedJWT
    do {
      token = try UnverifiedJWT(text.reveal())
    } catch {
      throw .refusedToken(error)
    }
    return try await keys.verified(token, at: jwksURI, accepting: algorithms)
  }

  /// Whether a token can be read or verified only with a private key or a secret of the client. These
  /// are not stored with a session.
  static func isSealed(_ text: Secret) -> Bool {
    let compact = text.reveal()
    return (try? UnverifiedJWE(compact)) != nil || (try? UnverifiedMACToken(compact)) != nil
  }
}
