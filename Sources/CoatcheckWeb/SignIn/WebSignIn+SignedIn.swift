// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
package import CoatcheckOAuth

extension WebSignIn {
  /// Opens a session without a sign-in, for tests of a site's pages.
  ///
  /// - Parameters:
  ///   - user: The user, at one of the site's providers.
  ///   - accessToken: The access token of the session, which does not expire.
  /// - Returns: The value of the `Cookie` field of the browser's requests.
  package func opened(
    for user: WebUser, accessToken: Secret
  ) async throws(OAuthError) -> String {
    guard let provider = site.provider(user.provider) else {
      throw .misused("provider", "The site has no provider \(user.provider).")
    }
    let now = site.environment.now()
    var metadata = ServerMetadata(issuer: try Issuer(user.issuer))
    metadata.tokenEndpoint = try Endpoint(user.issuer + "/token")
    let tokens = try StoredSession(
      account: AccountID(
        issuer: user.issuer, clientID: provider.clientID, subject: user.subject),
      grant: TokenGrant(accessToken: accessToken, expiry: .never, receivedAt: now),
      scopes: provider.scopes, metadata: metadata)
    let content = SessionContent(
      user: user, providerSession: user["sid"], flow: "test", returnPath: "/",
      formToken: Secret(site.environment.token()), tokens: tokens)
    let end = now.addingTimeInterval(site.options.lifetime.seconds)
    guard let value = try await site.open(content, startedAt: now, until: end, replacing: nil)
    else { throw .store("the sessions of this user were ended") }
    return "\(site.cookies.name(site.options.cookieName))=\(value)"
  }

  /// The issuer of one of the site's providers.
  package func issuer(of provider: String) -> String? { site.provider(provider)?.issuer }
}
