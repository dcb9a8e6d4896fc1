// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import HTTPTypes

/// The HTML document of the sign-in's own pages. They run no script.
enum HTML {
  static func page(
    _ title: String, _ content: String, _ status: HTTPResponse.Status, in language: PageLanguage,
    style: String?, hasForm: Bool = false
  ) -> WebAnswer {
    let sheet = style.map { "<link rel=\"stylesheet\" href=\"\(escaped($0))\">" } ?? ""
    let text = """
      <!doctype html><html lang="\(language.rawValue)"><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <title>\(escaped(title))</title>\(sheet)\
      <body class="coatcheck"><main><h1>\(escaped(title))</h1>\(content)</main></body></html>
      """
    var answer = WebAnswer(status: status)
    answer.head.headerFields[.contentType] = "text/html; charset=utf-8"
    // Browsers apply form-action also to redirects after the form is sent: here to the pages of another
    // service.
    let forms = hasForm ? "" : " form-action 'none';"
    answer.head.headerFields[named: "Content-Security-Policy"] =
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none';\(forms) frame-ancestors 'none'"
    answer.body = Data(text.utf8)
    return answer
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  static func startPage(_ language: PageLanguage) -> String {
    switch language {
    case .english: "Start page"
    case .japanese: "トップページ"
    case .chinese: "首页"
    }
  }

  static func signIn(_ language: PageLanguage) -> String {
    switch language {
    case .english: "Sign in"
    case .japanese: "サインイン"
    case .chinese: "登录"
    }
  }
}
