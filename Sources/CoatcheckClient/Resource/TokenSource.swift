// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// An authorization server whose access tokens a resource server accepts, and how they are validated.
public struct TokenSource: Sendable {
  /// How an access token is validated.
  public enum Method: Sendable {
    /// The tokens are JWTs, whose signature is verified with the public keys of the authorization
    /// server.
    ///
    /// [RFC 9068 §4](https://www.rfc-editor.org/rfc/rfc9068#section-4).
    case jwt(accepting: Set<SignatureAlgorithm>)
    /// Each token is sent to the introspection endpoint, so that a revocation takes effect at once.
    ///
    /// [RFC 7662 §2](https://www.rfc-editor.org/rfc/rfc7662#section-2), and for responses in a JWT
    /// [RFC 9701](https://www.rfc-editor.org/rfc/rfc9701).
    case introspection(as: ClientIdentity, answers: ResponseProtection = .plain)
  }

  /// The issuer identifier of the authorization server.
  public let issuer: Issuer
  /// How the tokens are validated.
  public let method: Method

  /// The authorization server issues JWT access tokens, which are validated with its public keys.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier.
  ///   - algorithms: The accepted signature algorithms: RS256, ES256, PS256 and EdDSA unless given.
  public static func jwts(
    of issuer: Issuer,
    accepting algorithms: Set<SignatureAlgorithm> = [.rs256, .es256, .ps256, .edDSA]
  ) -> TokenSource {
    TokenSource(issuer: issuer, method: .jwt(accepting: algorithms))
  }

  /// The tokens are validated by the introspection endpoint of the authorization server.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier.
  ///   - client: The resource server as a client of the authorization server, with its credentials.
  ///   - form: The form of the responses that is registered as `introspection_signed_response_alg` and
  ///     `introspection_encrypted_response_alg`.
  public static func introspection(
    at issuer: Issuer, as client: ClientIdentity, answers form: ResponseProtection = .plain
  ) -> TokenSource {
    TokenSource(issuer: issuer, method: .introspection(as: client, answers: form))
  }
}
