// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The access token in an `Authorization` field of the scheme `DPoP`.
///
/// [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1).
public enum DPoPToken {
  /// The token type of DPoP-bound access tokens, and the scheme of the `Authorization` field.
  public static let type = "DPoP"

  /// Whether a token type means DPoP-bound access tokens.
  /// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1): "Value is case insensitive."
  ///
  /// - Parameter type: The `token_type` of a token response.
  public static func isType(_ type: String) -> Bool { type.lowercased() == "dpop" }

  /// Reads the access token of a request; nil when the request does not use this scheme.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest`` (400), when there are two `Authorization`
  ///   fields, a malformed one, or an access token in the query.
  public static func from(_ head: HTTPRequest) throws(OAuthError) -> Secret? {
    do throws(OAuthError) {
      return try BearerToken.from(head, scheme: .dpop)
    } catch  where error.code == .credentialsMissing {
      return nil
    }
  }
}
