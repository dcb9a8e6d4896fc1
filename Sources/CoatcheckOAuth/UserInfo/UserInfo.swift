// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// Claims about the person a token speaks for.
///
/// Specification: [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse).
public struct UserInfo: Sendable, Hashable {
  /// Who the person is at this issuer.
  public let subject: String
  /// All claims, `sub` among them.
  public let claims: JSONObject

  /// Claims about a person.
  public init(subject: String, claims: JSONObject = [:]) {
    self.subject = subject
    var claims = claims
    claims["sub"] = .string(subject)
    self.claims = claims
  }
}
