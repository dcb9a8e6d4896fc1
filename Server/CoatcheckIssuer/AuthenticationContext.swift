// SPDX-License-Identifier: Apache-2.0

/// The authentication context class (`acr`) that ID tokens state, so that clients can compare it.
///
/// [OIDC Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)
public enum AuthenticationContext {
  /// The `acr` of a sign-in by password. The value is a name registered by SAML.
  ///
  /// "An absolute URI or an RFC 6711 registered name SHOULD be used as the acr value; registered names MUST
  /// NOT be used with a different meaning than that which is registered."
  public static let password =
    "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"

  /// The `amr` of a sign-in with a password ([RFC 8176
  /// §2](https://www.rfc-editor.org/rfc/rfc8176#section-2)).
  static let passwordMethods = ["pwd"]
}
