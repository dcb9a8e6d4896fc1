// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// What the userinfo endpoint answers with, as the client registered it.
///
/// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse)
public enum UserInfoReply: Sendable {
  /// The claims as JSON.
  case plain(UserInfo)
  /// The claims in a signed JWT.
  case signed(Secret)
}
