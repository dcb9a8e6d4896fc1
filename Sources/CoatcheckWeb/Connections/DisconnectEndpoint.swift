// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// `POST /auth/disconnect/NAME`: forgets the account that the user has connected, and revokes its tokens.
struct DisconnectEndpoint: Sendable {
  let site: SignInSite
  let connection: WebConnection

  func answer(_ request: WebRequest) async throws(OAuthError) -> WebAnswer {
    try request.require(.post)
    let form = try request.formUnlessEmpty()
    let session = try await site.session(of: request.head).session?.session
    guard OwnPage.sent(request.head, form, origin: site.paths.origin, in: session) else {
      return site.page(.otherPage, .forbidden, for: request.head)
    }
    let returnPath = site.paths.returnPath(form["return_to"])
    guard let session else { return .redirect(to: site.paths.login(to: returnPath)) }
    try await connection.end(of: session.user)
    return .redirect(to: returnPath)
  }
}
