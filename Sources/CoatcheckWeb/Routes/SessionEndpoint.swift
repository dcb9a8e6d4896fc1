// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// `GET /auth/session`: tells a script of the site who is signed in, and no token.
///
/// A script has to send `X-CSRF: 1`. A page of another origin needs a CORS preflight for it, which the site
/// refuses.
struct SessionEndpoint: Sendable {
  let site: SignInSite

  func answer(_ request: WebRequest) async throws(OAuthError) -> WebAnswer {
    guard request.head.method == .get else {
      return .json(["error": "method_not_allowed"], status: .methodNotAllowed)
    }
    guard request.head.headerFields[named: "X-CSRF"] == "1" else {
      return .json(["error": "x_csrf_missing"], status: .forbidden)
    }
    guard let opened = try await site.session(of: request.head).session else {
      return .json(["error": "login_required"], status: .unauthorized)
    }
    // With `quiet=1`, the request does not extend the idle time of the session.
    if try request.query()["quiet"] != "1" { await site.touch(opened) }
    let now = site.environment.now()
    let user = opened.session.user
    var claims = JSONObject()
    for (name, value) in user.claims where site.options.scriptClaims.contains(name) {
      claims[name] = value
    }
    let left = min(opened.state.endsAt, opened.state.idlesAt).timeIntervalSince(now)
    return .json(
      [
        "sub": .string(user.subject), "provider": .string(user.provider), "claims": .object(claims),
        "expires_in": .number(JSONNumber(max(Int(left), 0))),
        "logout": .string(site.paths.logout),
        "form_token": .string(opened.session.formToken.reveal()),
      ], status: .ok)
  }
}
