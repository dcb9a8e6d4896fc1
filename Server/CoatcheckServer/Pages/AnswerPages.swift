// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation

/// The page that hands an answer over as a form.
struct FormPostPage {
  let client: String
  let action: String
  let parameters: Parameters

  /// All that runs on any of our pages. It talks to no other window.
  static let script = "document.forms[0].submit()"

  /// The source expression that allows this script and no other.
  ///
  /// [CSP 3 §2.3.1](https://www.w3.org/TR/CSP3/#framework-directive-source-list)
  static let scriptSource =
    "'sha256-\(Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString())'"
}

/// A page about an error that would go to a client that is not trusted; the user may continue.
struct WarningPage {
  let client: String
  let detail: String
  let code: String
  /// Where the way on leads.
  let action: String
  /// What is sent there.
  let parameters: Parameters
  /// How it is sent.
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
