// SPDX-License-Identifier: Apache-2.0

/// The type of a security token in a token exchange.
///
/// [RFC 8693 §3](https://www.rfc-editor.org/rfc/rfc8693#section-3).
public struct TokenTypeIdentifier: RawRepresentable, Sendable, Hashable {
  /// The identifier, a URI.
  public let rawValue: String

  /// Creates an identifier of any token type.
  ///
  /// - Parameter rawValue: The identifier, a URI.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ name: String) {
    rawValue = "urn:ietf:params:oauth:token-type:" + name
  }

  /// An access token of this authorization server.
  public static let accessToken = Self("access_token")
  /// A refresh token of this authorization server.
  public static let refreshToken = Self("refresh_token")
  /// An ID token.
  public static let idToken = Self("id_token")
  /// A SAML 1.1 assertion, in base64url.
  public static let saml1 = Self("saml1")
  /// A SAML 2.0 assertion, in base64url.
  public static let saml2 = Self("saml2")
  /// Any JWT.
  public static let jwt = Self("jwt")
  /// An identity assertion for the authorization server of another application: a JWT that this server
  /// accepts with the JWT bearer grant (draft-ietf-oauth-identity-assertion-authz-grant).
  public static let identityAssertion = Self("id-jag")
  /// The device secret that apps of one vendor share:
  /// [Native SSO §4.2](https://openid.net/specs/openid-connect-native-sso-1_0.html).
  public static let deviceSecret = Self(
    rawValue: "urn:openid:params:token-type:device-secret")
}
