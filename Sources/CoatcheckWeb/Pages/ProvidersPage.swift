// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import HTTPTypes

/// The page on which a user chooses the provider to sign in with.
struct ProvidersPage: Sendable {
  let site: SignInSite
  let returnPath: String

  func answer(_ head: HTTPRequest) -> WebAnswer {
    let language = PageLanguage(head)
    let items = site.providers.map { provider in
      let path = site.paths.login(to: returnPath, at: provider.name)
      return "<li><a href=\"\(HTML.escaped(path))\">\(HTML.escaped(provider.title))</a></li>"
    }
    let title =
      switch language {
      case .english: "Sign in with"
      case .japanese: "サインイン方法を選択"
      case .chinese: "选择登录方式"
      }
    return HTML.page(
      title, "<ul>\(items.joined())</ul>", .ok, in: language, style: site.options.styleSheet)
  }
}
