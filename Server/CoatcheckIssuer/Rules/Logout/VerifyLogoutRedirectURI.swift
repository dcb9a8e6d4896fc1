// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that `post_logout_redirect_uri` is one that the client registered, character by character.
///
/// The port of a loopback address can differ, as in redirect URIs.
/// [RP-Initiated Logout
/// §3](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RedirectionAfterLogout)
struct VerifyLogoutRedirectURI: LogoutRule {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws {
    let request = attempt.ask.request
    guard let uri = request.postLogoutRedirectURI else { return }
    // "if it is not supplied with post_logout_redirect_uri, the OP MUST NOT perform post-logout redirection
    // unless the OP has other means of confirming the legitimacy of the post-logout redirection target."
    guard let client = attempt.client else {
      throw refusal("Nothing says whose post-logout redirect URI it is.")
    }
    // "The OP also MUST NOT perform post-logout redirection if the post_logout_redirect_uri value supplied
    // does not exactly match one of the previously registered post_logout_redirect_uris values."
    let registered = client.metadata.postLogoutRedirectURIs
    guard registered.contains(where: { VerifyRedirectURI.matches(uri, registered: $0) }) else {
      throw refusal("The post-logout redirect URI is not registered for this client.")
    }
    attempt.location = request.location
    // A client that registered itself may belong to an attacker. Without an ID token of the client any link
    // to this server could redirect to the attacker's page (an open redirector), so that the user gets a
    // link instead.
    attempt.isLink = client.registeredAt != nil && attempt.hint == nil
  }

  private func refusal(_ reason: String) -> OAuthError {
    .refused(.invalidRequest, reason, parameter: "post_logout_redirect_uri")
  }
}
