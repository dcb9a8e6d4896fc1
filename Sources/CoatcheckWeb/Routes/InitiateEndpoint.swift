// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// `/auth/initiate`: a sign-in that a portal or a provider begins.
///
/// A signed-in user gets a page that asks first: a link must not replace a session without the user's
/// decision.
/// [OpenID Connect Core §4](https://openid.net/specs/openid-connect-core-1_0.html#ThirdPartyInitiatedLogin)
struct InitiateEndpoint: Sendable {
  let site: SignInSite

  func answer(_ request: WebRequest) async throws(OAuthError) -> WebAnswer {
    try request.require(.get, .post)
    let issuers = site.providers.compactMap { try? Issuer($0.issuer) }
    let login = try InitiatedLogin(
      head: request.head, body: request.body, issuers: issuers, origin: site.paths.origin)
    guard let provider = site.providers.first(where: { $0.issuer.isExactly(login.issuer.text) })
    else { throw .refused(.invalidRequest, "There is no such provider.", parameter: "iss") }
    let returnPath = site.paths.returnPath(login.returnPath)
    guard try await site.session(of: request.head).session == nil else {
      return site.page(
        .alreadySignedIn, .ok, for: request.head,
        continuing: site.paths.login(to: returnPath, at: provider.name))
    }
    return try await SignInBeginning(site: site, service: .provider(provider))
      .answer(.signIn, to: returnPath, hint: login.loginHint, in: request.head)
  }
}
