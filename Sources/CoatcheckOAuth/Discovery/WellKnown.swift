// SPDX-License-Identifier: Apache-2.0

/// The two well-known documents which describe an issuer.
public enum WellKnown: String, Sendable, Hashable, CaseIterable {
  /// [OIDC Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig):
  /// appended to the issuer's path.
  case openIDConfiguration = "/.well-known/openid-configuration"
  /// [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3): inserted before the issuer's
  /// path.
  case oauthAuthorizationServer = "/.well-known/oauth-authorization-server"
}
