// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// The page on which a user connects an account at another service.
struct ConnectPage: Sendable {
  let site: SignInSite
  let connection: WebConnection
  let returnPath: String

  func answer(_ head: HTTPRequest, formToken: Secret) -> WebAnswer {
    let language = PageLanguage(head)
    let (title, sentence, button) = text(language)
    let content = """
      <p>\(HTML.escaped(sentence))</p>\
      <form method="post" action="\(HTML.escaped(site.paths.connect(connection.name)))">\
      <input type="hidden" name="return_to" value="\(HTML.escaped(returnPath))">\
      <input type="hidden" name="form_token" value="\(HTML.escaped(formToken.reveal()))">\
      <button>\(button)</button></form>
      """
    return HTML.page(
      title, content, .ok, in: language, style: site.options.styleSheet, hasForm: true)
  }

  private func text(
    _ language: PageLanguage
  ) -> (title: String, sentence: String, button: String) {
    let service = connection.title
    return switch language {
    case .english:
      ("Connect \(service)", "The page needs your account at \(service).", "Connect")
    case .japanese: ("\(service)との連携", "このページには\(service)のアカウントが必要です。", "連携する")
    case .chinese: ("连接\(service)", "此页面需要您在\(service)的帐户。", "连接")
    }
  }
}
