// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
public import CoatcheckOAuth
import Foundation

extension HostileProvider {
  /// A logout token as the provider posts it to the client's `backchannel_logout_uri`.
  ///
  /// [OpenID Connect Back-Channel Logout 1.0 §2.4](https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken).
  ///
  /// - Parameters:
  ///   - subject: The user whose session has ended.
  ///   - session: The `sid` of the session; nil means all sessions of the user.
  /// - Throws: If the provider cannot sign it.
  public func logoutToken(about subject: String, session: String? = nil) throws -> Secret {
    let site = service.site(at: port)
    var claims: JSONObject = [
      "iss": .string(issuer), "aud": .string(site.client.id), "sub": .string(subject),
      "iat": site.date(after: 0), "exp": site.date(after: 120),
      "jti": .string(service.tokens.name()),
      "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
    ]
    claims["sid"] = session.map(JSONValue.string)
    service.behaviour.logoutToken?(&claims, site)
    return Secret(
      try HostileSigner(keys: service.keys, client: site.client)
        .token(claims, type: "logout+jwt", service.behaviour.logoutSignature))
  }
}
