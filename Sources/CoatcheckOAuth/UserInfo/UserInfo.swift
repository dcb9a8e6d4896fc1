// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// Claims about the user of a token.
///
/// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse).
public struct UserInfo: Sendable, Hashable {
  /// The identifier of the user at the issuer.
  public let subject: String
  /// All claims, including `sub`.
  public let claims: JSONObject

  /// Creates claims about a user.
  ///
  /// - Parameters:
  ///   - subject: The identifier of the user at the issuer.
  ///   - claims: The other claims as a JSON object. Its `sub`, if any, is replaced by the subject.
  public init(subject: String, claims: JSONObject = [:]) {
    self.subject = subject
    var claims = claims
    claims["sub"] = .string(subject)
    self.claims = claims
  }
}
