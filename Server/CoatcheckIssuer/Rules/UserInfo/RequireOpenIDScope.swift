// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the token has the scope `openid`, and a user.
///
/// [OIDC Core §5.3.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoError)
struct RequireOpenIDScope: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    let token = try established(attempt.token, "token")
    // "insufficient_scope: The request requires higher privileges than provided by the access
    // token." https://www.rfc-editor.org/rfc/rfc6750#section-3.1
    guard token.scopes.contains("openid"), attempt.user != nil else {
      throw OAuthError.refused(.insufficientScope, "userinfo needs the scope openid.")
    }
  }
}
