// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

extension SignInSite {
  /// A page with one message, and one way on.
  ///
  /// - Parameters:
  ///   - head: The request that it answers, which says the language.
  ///   - path: Where the user signs in; nil for a page without a link. Where that would lead here again, the link is one
  ///     to the start page.
  func page(
    _ message: PageMessage, _ status: HTTPResponse.Status, for head: HTTPRequest,
    continuing path: String? = nil
  ) -> WebAnswer {
    let language = PageLanguage(head)
    let (title, sentence) = message.text(language)
    var content = "<p>\(HTML.escaped(sentence))</p>"
    if let path {
      let link = message.leadsToSignIn ? HTML.signIn(language) : HTML.startPage(language)
      let target = message.leadsToSignIn ? path : "/"
      content += "<p><a href=\"\(HTML.escaped(target))\">\(HTML.escaped(link))</a></p>"
    }
    return HTML.page(title, content, status, in: language, style: options.styleSheet)
  }

  /// The page of an error.
  func page(
    of error: OAuthError, for head: HTTPRequest, continuing path: String? = nil
  ) -> WebAnswer {
    var answer = page(.of(error), .of(error), for: head, continuing: path)
    if answer.head.status == .serviceUnavailable {
      answer.head.headerFields[.retryAfter] = RetryAfter.value(error.retryAfter ?? WebSignIn.pause)
    }
    return answer
  }
}
