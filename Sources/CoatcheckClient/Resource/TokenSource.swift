// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Whose access tokens a resource takes, and how it finds out what they mean.
public struct TokenSource: Sendable {
  /// How the meaning of a token is found out.
  public enum Method: Sendable {
    /// The tokens are JWTs, which the issuer's keys verify.
    ///
    /// [RFC 9068](https://www.rfc-editor.org/rfc/rfc9068).
    case jwt(accepting: Set<SignatureAlgorithm>)
    /// The issuer is asked about each token, so that it sees a revocation at once.
    ///
    /// [RFC 7662](https://www.rfc-editor.org/rfc/rfc7662), and for answers in a JWT
    /// [RFC 9701](https://www.rfc-editor.org/rfc/rfc9701).
    case introspection(as: ClientIdentity, answers: ResponseProtection = .plain)
  }

  /// Who makes them.
  public let issuer: Issuer
  /// How their meaning is found out.
  public let method: Method

  /// JWTs of an issuer.
  public static func jwts(
    of issuer: Issuer,
    accepting algorithms: Set<SignatureAlgorithm> = [.rs256, .es256, .ps256, .edDSA]
  ) -> TokenSource {
    TokenSource(issuer: issuer, method: .jwt(accepting: algorithms))
  }

  /// Tokens that an issuer is asked about.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - client: The resource as a client of the issuer.
  ///   - form: How its answers come: what is registered as `introspection_signed_response_alg` and
  ///     `introspection_encrypted_response_alg`.
  public static func introspection(
    at issuer: Issuer, as client: ClientIdentity, answers form: ResponseProtection = .plain
  ) -> TokenSource {
    TokenSource(issuer: issuer, method: .introspection(as: client, answers: form))
  }
}
