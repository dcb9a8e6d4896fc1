// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// `GET /auth/logged-out`: the post-logout redirect URI. It ends no session. Without the `state` of a
/// logout of this browser, the user sees a page of this site.
struct LoggedOutEndpoint: Sendable {
  let site: SignInSite

  func answer(_ request: WebRequest) throws(OAuthError) -> WebAnswer {
    try request.require(.get)
    let cookie = LogoutCookie(site: site)
    let state = (try? request.query())?["state"]
    if let path = cookie.returnPath(of: state, in: request.head) {
      return .redirect(to: path, setting: [cookie.removing])
    }
    return site.page(.signedOut, .ok, for: request.head)
  }
}
