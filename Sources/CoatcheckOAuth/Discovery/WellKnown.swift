// SPDX-License-Identifier: Apache-2.0

/// The two well-known documents with the metadata of an authorization server.
public enum WellKnown: String, Sendable, Hashable, CaseIterable {
  /// The document of OpenID Connect Discovery, whose path is appended to the path of the issuer.
  ///
  /// [OIDC Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig).
  case openIDConfiguration = "/.well-known/openid-configuration"
  /// The document of OAuth 2.0, whose path is inserted before the path of the issuer.
  ///
  /// [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3).
  case oauthAuthorizationServer = "/.well-known/oauth-authorization-server"
}
