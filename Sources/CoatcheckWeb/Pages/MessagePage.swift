// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import HTTPTypes

/// A page with one message, and one way on.
struct MessagePage: Sendable {
  private let message: PageMessage
  private let path: String?

  /// - Parameter path: Where the way on leads; nil for a page without one.
  init(_ message: PageMessage, continuing path: String?) {
    self.message = message
    self.path = path
  }

  func answer(
    _ status: HTTPResponse.Status, in language: PageLanguage, style: String?
  ) -> WebAnswer {
    let (title, sentence) = message.text(language)
    var content = "<p>\(HTML.escaped(sentence))</p>"
    if let path {
      let link = HTML.escaped(HTML.signIn(language))
      content += "<p><a href=\"\(HTML.escaped(path))\">\(link)</a></p>"
    }
    return HTML.page(title, content, status, in: language, style: style)
  }
}
