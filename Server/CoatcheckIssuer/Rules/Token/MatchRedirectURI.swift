// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires the redirect URI of the authorization request.
///
/// [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3)
struct MatchRedirectURI: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .authorizationCode(_, let redirectURI, _) = attempt.request.grant else { return }
    let code = try established(attempt.code, "code")
    // "ensure that the "redirect_uri" parameter is present if the "redirect_uri" parameter was
    // included in the initial authorization request …, and if included ensure that their values are
    // identical."
    guard let redirectURI, redirectURI.isExactly(code.redirectURI) else {
      throw OAuthError.refused(
        .invalidGrant, "redirect_uri is not the one of the authorization request.",
        parameter: "redirect_uri")
    }
  }
}
