// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// The response of the userinfo endpoint, in the form that the client registered.
///
/// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse)
public enum UserInfoReply: Sendable {
  /// The claims as JSON.
  case plain(UserInfo)
  /// The claims as a signed JWT, for a client with `userinfo_signed_response_alg`.
  case signed(Secret)
}
