// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The browser is sent on only to where its client registered, character by character.
///
/// The port of an app on a loopback address is not its own to choose, as with redirect URIs.
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
    // A client that registered itself may be an attacker's, and its identifier is known to all: with nothing else the
    // address of this server would lead to any other. An ID token of the client shows that a user signed in there.
    attempt.isLink = client.registeredAt != nil && attempt.hint == nil
  }

  private func refusal(_ reason: String) -> OAuthError {
    .refused(.invalidRequest, reason, parameter: "post_logout_redirect_uri")
  }
}
