// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

extension SignInSite {
  /// A page with one message and one link.
  ///
  /// - Parameters:
  ///   - head: The request, whose header fields select the language.
  ///   - path: The path of the sign-in that the page links to; nil for a page without a link. If
  ///     a new sign-in cannot help, the link leads to the start page.
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
