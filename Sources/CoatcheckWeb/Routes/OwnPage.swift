// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// Whether a request that changes something comes from one of the site's own pages.
///
/// [RFC 9700 §4.7](https://www.rfc-editor.org/rfc/rfc9700#section-4.7) on cross-site request forgery. A sibling
/// subdomain is another origin, and refused as well.
enum OwnPage {
  /// - Parameters:
  ///   - form: The form that was sent.
  ///   - origin: The site's own origin.
  ///   - session: The session of the browser, whose token the form may have.
  static func sent(
    _ head: HTTPRequest, _ form: Parameters, origin: String, in session: WebSession?
  ) -> Bool {
    if let site = head.headerFields[named: "Sec-Fetch-Site"] { return site == "same-origin" }
    if let sender = head.headerFields[named: "Origin"] { return sender.isExactly(origin) }
    // Browsers from before 2020 send neither header field with a form.
    guard let token = form["form_token"], let session else { return false }
    return Secret(token).matches(session.formToken)
  }
}
