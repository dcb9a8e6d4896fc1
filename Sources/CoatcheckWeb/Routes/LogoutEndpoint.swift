// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// `POST /auth/logout`: ends the session here, then at the provider.
///
/// The local session has ended before the browser is redirected, whatever the provider does.
/// [OpenID Connect RP-Initiated Logout 1.0](https://openid.net/specs/openid-connect-rpinitiated-1_0.html)
struct LogoutEndpoint: Sendable {
  let site: SignInSite

  func answer(_ request: WebRequest) async throws(OAuthError) -> WebAnswer {
    try request.require(.post)
    let form = try request.formUnlessEmpty()
    let (found, opened) = try await site.session(of: request.head)
    // An image, a link or a form of another site must not sign a user out.
    guard OwnPage.sent(request.head, form, origin: site.paths.origin, in: opened?.session) else {
      return site.page(.otherPage, .forbidden, for: request.head)
    }
    let returnPath = site.paths.returnPath(form["return_to"])
    guard let opened else {
      // A session that is hidden because the clock was set back ends too: it would reappear with the right
      // time.
      if let key = found.key { try await site.revoke(site.store.end(key).map { [$0] } ?? []) }
      return .redirect(to: returnPath, setting: [site.sessionCookie.removing])
    }
    let tokens = opened.session.tokens.current
    let ended =
      form["everywhere"] == "1"
      ? try await endEverywhere(opened)
      : try await site.store.end(opened.key).map { [$0] } ?? []
    await site.revoke(ended)
    return leaving(opened, tokens, to: returnPath)
  }

  /// Ends all sessions of the user at this website.
  private func endEverywhere(_ opened: OpenedSession) async throws(OAuthError) -> [WebSessionRecord]
  {
    let user = opened.session.user
    guard let provider = site.provider(user.provider) else { return [] }
    let now = site.environment.now()
    var ended: [WebSessionRecord] = []
    for group in site.groups(ofUser: user.subject, at: provider) {
      ended += try await site.store.end(
        group, startedBefore: now,
        until: now.addingTimeInterval(WebFlow.memory), at: now)
    }
    // A server with a faster clock may have opened this one later than now.
    if let own = try await site.store.end(opened.key) { ended.append(own) }
    return ended
  }

  /// Redirects the browser to the provider's logout page; without one, to the path at which the user
  /// continues.
  private func leaving(
    _ opened: OpenedSession, _ tokens: StoredSession, to returnPath: String
  ) -> WebAnswer {
    let removing = site.sessionCookie.removing
    guard site.options.endsProviderSession, let endpoint = tokens.endSessionEndpoint,
      let idToken = tokens.idToken, let end = transaction(endpoint, idToken, tokens)
    else { return .redirect(to: returnPath, setting: [removing]) }
    let returning = LogoutCookie(site: site).setting(state: end.state, returnPath: returnPath)
    return .redirect(to: end.url.absoluteString, setting: [removing] + returning)
  }

  private func transaction(
    _ endpoint: Endpoint, _ idToken: Secret, _ tokens: StoredSession
  ) -> EndSessionTransaction? {
    // "id_token_hint RECOMMENDED": one that makes the address longer than servers accept is left out; the
    // client ID identifies the site.
    let hint = idToken.reveal().utf8.count <= 6 << 10 ? idToken : nil
    return try? EndSessionTransaction(
      endpoint: endpoint, idTokenHint: hint, clientID: tokens.account.clientID,
      postLogoutRedirectURI: site.paths.loggedOut, environment: site.environment)
  }
}
