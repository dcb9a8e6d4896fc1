// SPDX-License-Identifier: Apache-2.0

/// What kind of token is exchanged, or wanted in exchange.
///
/// [RFC 8693 §3](https://www.rfc-editor.org/rfc/rfc8693#section-3).
public struct TokenTypeIdentifier: RawRepresentable, Sendable, Hashable {
  /// The identifier, a URI.
  public let rawValue: String

  /// Any identifier.
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
  /// An identity assertion for the authorization server of another application: a JWT which that server
  /// takes by the JWT bearer grant (draft-ietf-oauth-identity-assertion-authz-grant).
  public static let identityAssertion = Self("id-jag")
  /// The secret of a device whose apps share a sign-in: OpenID Connect Native SSO 1.0 §4.2.
  public static let deviceSecret = Self(
    rawValue: "urn:openid:params:token-type:device-secret")
}
