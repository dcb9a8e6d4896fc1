// SPDX-License-Identifier: Apache-2.0

/// The values of the page for the user code of a device.
struct DevicePage {
  let interaction: String
  let csrf: String
  var code: String?
  var alert: String?
}

/// The values of the consent page for a device.
struct DeviceConsentPage {
  let client: String
  let interaction: String
  let csrf: String
  let username: String
  let code: String
  let scopes: [String]
}

extension MessagePage {
  /// For an interaction that has expired, or of another browser.
  static let deviceAgain = MessagePage(title: .startAgainTitle, text: .deviceAgainText)

  /// For a code that has expired, or about which a user decided meanwhile.
  static let deviceOver = MessagePage(title: .deviceOverTitle, text: .deviceOverText)

  /// For a second decision that differs from the first.
  static let deviceAnswered = MessagePage(title: .deviceAnsweredTitle, text: .deviceAnsweredText)

  /// After the user has approved.
  static func deviceAllowed(_ client: String) -> MessagePage {
    MessagePage(title: .deviceAllowedTitle, text: .deviceAllowedText, client: client)
  }

  /// After the user denied.
  static func deviceDenied(_ client: String) -> MessagePage {
    MessagePage(title: .deviceDeniedTitle, text: .deviceDeniedText, client: client)
  }
}

extension Templates {
  var device: String {
    """
    <h1>\(words[.deviceTitle])</h1>
    <p class="soft">\(words[.deviceTyping])</p>
    \(Self.alert)
    <form method="post" action="{{action}}">
    <input type="hidden" name="csrf" value="{{csrf}}">
    <label for="user_code">\(words[.deviceCode])</label>
    <input id="user_code" name="user_code" type="text" value="{{code}}" autocomplete="off"
     autocapitalize="characters" autocorrect="off" spellcheck="false" maxlength="16"
     required autofocus>
    <button class="act" type="submit">\(words[.proceed])</button>
    </form>

    """
  }

  var deviceConsent: String {
    """
    <h1>\(words[.connectTitle])</h1>
    <p class="soft">\(words[.signedInAs])
    <a href="{{other}}">\(words[.notYou])</a></p>
    <p>\(words[.deviceShows])</p>
    <p>\(words[.clientAsks])</p>
    <ul>
    {{#scopes}}<li>{{.}}</li>
    {{/scopes}}</ul>
    <form method="post" action="{{action}}">
    <input type="hidden" name="csrf" value="{{csrf}}">
    <button class="act" type="submit" name="action" value="allow">\(words[.allow])</button>
    <button type="submit" name="action" value="deny">\(words[.deny])</button>
    </form>
    <p class="soft small">\(words[.deviceAdvice])</p>

    """
  }
}
