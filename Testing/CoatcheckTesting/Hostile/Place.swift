// SPDX-License-Identifier: Apache-2.0

extension HostileProvider {
  /// An endpoint of the provider, by its path.
  public enum Place: String, Sendable, CaseIterable {
    /// The metadata of OpenID Connect Discovery.
    case discovery = "/.well-known/openid-configuration"
    /// The metadata of [RFC 8414](https://www.rfc-editor.org/rfc/rfc8414).
    case authorizationServer = "/.well-known/oauth-authorization-server"
    /// The public keys.
    case keys = "/jwks"
    /// The authorization endpoint, which approves every request.
    case authorize = "/authorize"
    /// The token endpoint.
    case token = "/token"
    /// The userinfo endpoint.
    case userInfo = "/userinfo"
    /// The revocation endpoint.
    case revocation = "/revoke"
    /// The end session endpoint.
    case endSession = "/logout"
    /// The endpoint for pushed authorization requests.
    case pushedAuthorization = "/par"
    /// The backchannel authentication endpoint of CIBA.
    case backchannelAuthentication = "/bc-authorize"
    /// WebFinger: the issuer of a user.
    case webFinger = "/.well-known/webfinger"
    /// Distributed claims.
    case claims = "/claims"
    /// The registration endpoint.
    case registration = "/register"
  }
}
