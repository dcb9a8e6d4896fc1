// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// `/auth/connect/NAME`: a page that asks the user to connect an account, and the POST that it sends.
///
/// The POST must come from a page of this site: another site could otherwise connect an attacker's account,
/// and the user's data would go there
/// ([RFC 9700 §4.7](https://www.rfc-editor.org/rfc/rfc9700#section-4.7)).
struct ConnectEndpoint: Sendable {
  let site: SignInSite
  let connection: WebConnection

  func answer(_ request: WebRequest) async throws(OAuthError) -> WebAnswer {
    try request.require(.get, .post)
    let parameters = try request.head.method == .post ? request.form() : request.query()
    let returnPath = site.paths.returnPath(parameters["return_to"])
    guard let session = try await site.session(of: request.head).session?.session else {
      return .redirect(to: site.paths.login(to: returnPath))
    }
    guard request.head.method == .post else {
      return ConnectPage(site: site, connection: connection, returnPath: returnPath)
        .answer(request.head, formToken: session.formToken)
    }
    guard OwnPage.sent(request.head, parameters, origin: site.paths.origin, in: session) else {
      return site.page(.otherPage, .forbidden, for: request.head)
    }
    return try await SignInBeginning(site: site, service: .connection(connection))
      .answer(.connect(user: session.user.id), to: returnPath, hint: nil, in: request.head)
  }
}
