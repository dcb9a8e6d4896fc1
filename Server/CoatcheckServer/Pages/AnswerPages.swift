// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation

/// The page that submits an authorization response as a form.
struct FormPostPage {
  let client: String
  let action: String
  let parameters: Parameters

  /// The only script on the pages of this server.
  static let script = "document.forms[0].submit()"

  /// The CSP source expression that allows only this script.
  ///
  /// [CSP 3 §2.3.1](https://www.w3.org/TR/CSP3/#framework-directive-source-list)
  static let scriptSource =
    "'sha256-\(Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString())'"
}

/// The error page for an untrusted client; the user can continue to the client.
struct WarningPage {
  let client: String
  let detail: String
  let code: String
  /// The address to which the user can continue.
  let action: String
  /// The parameters of the authorization response.
  let parameters: Parameters
  /// The method of the form.
  let method: Method

  enum Method: String { case get, post }
}

extension Templates {
  var formPost: String {
    """
    <h1>\(words[.back])</h1>
    <form method="post" action="{{action}}">
    {{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">
    {{/fields}}
    <button class="act" type="submit">\(words[.proceed])</button>
    </form>
    <script>{{script}}</script>

    """
  }

  var warning: String {
    """
    <h1>\(words[.refusedTitle])</h1>
    <p>\(words[.warningText])</p>
    \(Self.detail)
    <p class="soft small">\(words[.errorCode])</p>
    <p>\(words[.warningAdvice])</p>
    <form method="{{method}}" action="{{action}}">
    {{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">
    {{/fields}}
    <button type="submit">\(words[.onward])</button>
    </form>

    """
  }
}
