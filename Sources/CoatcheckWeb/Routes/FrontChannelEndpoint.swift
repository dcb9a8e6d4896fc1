// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// `GET /auth/front-channel/NAME`: loaded in a frame of the provider's logout page.
///
/// A browser that blocks third-party cookies does not send the session cookie, and no session ends. The
/// body is the same in every case, so that it does not reveal whether there is a session.
/// [OpenID Connect Front-Channel Logout 1.0](https://openid.net/specs/openid-connect-frontchannel-1_0.html)
struct FrontChannelEndpoint: Sendable {
  let site: SignInSite
  let provider: WebProvider

  func answer(_ request: WebRequest) async throws(OAuthError) -> WebAnswer {
    try request.require(.get)
    var answer = page
    guard let logout = try? FrontChannelLogout(request.head),
      let opened = try await site.session(of: request.head).session,
      opened.session.user.provider.isExactly(provider.name),
      (try? logout.check(
        issuer: Issuer(provider.issuer), sessionID: opened.session.providerSession)) != nil
    else { return answer }
    // The tokens are not revoked: "offline_access" may outlive the session at the provider.
    try await site.store.end(opened.key)
    site.live.drop(opened.key)
    answer.set([site.sessionCookie.removing])
    return answer
  }

  private var page: WebAnswer {
    var answer = WebAnswer(status: .ok)
    answer.head.headerFields[.contentType] = "text/html; charset=utf-8"
    answer.body = FrontChannelLogout.response.body
    return answer
  }
}
