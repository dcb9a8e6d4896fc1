// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import HTTPTypes

/// The error page of a sign-in that cannot continue, when a redirect would not be safe.
///
/// It shows nothing from the request.
enum UpstreamPage: Sendable {
  /// The address names no application, or a redirect URI that is not its own.
  case notRegistered
  /// The sign-in has expired, is finished or is unknown.
  case unknown
  /// The sign-in was begun in another browser.
  case otherBrowser
  /// Too many sign-ins were begun from this address, with the seconds to wait.
  case tooMany(Int)

  private typealias Words = (title: String, text: String)

  /// The page in the language of the user; in English when it is not supported.
  func response(language: String) -> ServedResponse {
    let tag = ResponseLanguage.known(language) ?? "en"
    let words = words(tag)
    var response = ServedResponse.page(
      status,
      """
      <!doctype html>
      <html lang="\(tag)"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
      <title>\(words.title)</title></head>
      <body><main><h1>\(words.title)</h1><p role="alert">\(words.text)</p></main></body></html>

      """)
    if case .tooMany(let seconds) = self {
      response.head.headerFields[.retryAfter] = String(seconds)
    }
    return response
  }

  private var status: HTTPResponse.Status {
    if case .tooMany = self { return .tooManyRequests }
    return .badRequest
  }

  private func words(_ language: String) -> Words {
    switch (self, language) {
    case (.notRegistered, "zh-CN"): ("无法登录", "此应用没有登记这个登录地址。请联系应用的开发者。")
    case (.notRegistered, "zh-TW"): ("無法登入", "此應用程式沒有登記這個登入位址。請聯絡應用程式的開發者。")
    case (.notRegistered, _):
      (
        "This app cannot sign you in",
        "The app did not register this address. Please tell its makers."
      )
    case (.unknown, "zh-CN"): ("请重新登录", "此页面已过期或已使用过。请返回应用重新登录。")
    case (.unknown, "zh-TW"): ("請重新登入", "此頁面已過期或已使用過。請返回應用程式重新登入。")
    case (.unknown, _):
      (
        "Please start again",
        "This page has expired or was already used. Go back to the app and sign in from there."
      )
    case (.otherBrowser, "zh-CN"): ("请重新登录", "登录是在另一个浏览器中开始的。请返回应用重新登录。")
    case (.otherBrowser, "zh-TW"): ("請重新登入", "登入是在另一個瀏覽器中開始的。請返回應用程式重新登入。")
    case (.otherBrowser, _):
      (
        "Please start again",
        "This sign-in was begun in another browser. Go back to the app and sign in from there."
      )
    case (.tooMany, "zh-CN"): ("请稍候", "此网络的登录次数过多。请稍后再试。")
    case (.tooMany, "zh-TW"): ("請稍候", "此網路的登入次數過多。請稍後再試。")
    case (.tooMany, _):
      ("Please wait", "Too many sign-ins were begun from this network. Try again later.")
    }
  }
}
