// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Whose access tokens a resource takes, and how it finds out what they mean.
public struct TokenSource: Sendable {
  /// How the meaning of a token is found out.
  public enum Method: Sendable {
    /// The tokens are JWTs, which the issuer's keys verify.
    ///
    /// Specification: [RFC 9068](https://www.rfc-editor.org/rfc/rfc9068).
    case jwt(accepting: Set<SignatureAlgorithm>)
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
}
