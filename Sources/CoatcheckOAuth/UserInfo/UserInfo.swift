// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// Claims about the user of a token.
///
/// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse).
public struct UserInfo: Sendable, Hashable {
  /// The user's identifier at this issuer.
  public let subject: String
  /// All claims, `sub` among them.
  public let claims: JSONObject

  /// Creates claims about a user.
  public init(subject: String, claims: JSONObject = [:]) {
    self.subject = subject
    var claims = claims
    claims["sub"] = .string(subject)
    self.claims = claims
  }
}
