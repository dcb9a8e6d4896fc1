// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

extension SignInSite {
  /// A page with one message, and one way on.
  ///
  /// - Parameters:
  ///   - head: The request that it answers, which says the language.
  ///   - path: Where the way on leads; nil for a page without one.
  func page(
    _ message: PageMessage, _ status: HTTPResponse.Status, for head: HTTPRequest,
    continuing path: String? = nil
  ) -> WebAnswer {
    let language = PageLanguage(head)
    let (title, sentence) = message.text(language)
    var content = "<p>\(HTML.escaped(sentence))</p>"
    if let path {
      let link = HTML.escaped(HTML.signIn(language))
      content += "<p><a href=\"\(HTML.escaped(path))\">\(link)</a></p>"
    }
    return HTML.page(title, content, status, in: language, style: options.styleSheet)
  }

  /// The page of an error.
  func page(
    of error: OAuthError, for head: HTTPRequest, continuing path: String? = nil
  ) -> WebAnswer { page(.of(error), .of(error), for: head, continuing: path) }
}
