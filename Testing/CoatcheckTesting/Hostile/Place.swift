// SPDX-License-Identifier: Apache-2.0

extension HostileProvider {
  /// An endpoint of the provider, by its path.
  public enum Place: String, Sendable, CaseIterable {
    /// The metadata of OpenID Connect Discovery.
    case discovery = "/.well-known/openid-configuration"
    /// The metadata of RFC 8414.
    case authorizationServer = "/.well-known/oauth-authorization-server"
    /// The public keys.
    case keys = "/jwks"
    /// The authorization endpoint. It says yes at once.
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
    /// WebFinger: where somebody's issuer is.
    case webFinger = "/.well-known/webfinger"
    /// Claims that the userinfo endpoint has from elsewhere.
    case claims = "/claims"
    /// The registration endpoint.
    case registration = "/register"
  }
}
