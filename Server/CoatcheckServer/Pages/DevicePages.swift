// SPDX-License-Identifier: Apache-2.0

/// What the page shows that asks for a device's code.
struct DevicePage {
  let interaction: String
  let csrf: String
  var code: String?
  var alert: String?
}

/// What the page shows that asks whether a device may.
struct DeviceConsentPage {
  let client: String
  let interaction: String
  let csrf: String
  let username: String
  let code: String
  let scopes: [String]
}

extension MessagePage {
  /// For a page that expired, or was opened in another browser.
  static let deviceAgain = MessagePage(
    title: "Please start again",
    text: "This page has expired, or was opened in another browser. "
      + "Go to the address your device shows and type the code in once more.")

  /// For a code that has expired, or was answered in between.
  static let deviceOver = MessagePage(
    title: "This code is over",
    text: "It has expired or was answered already. Let your device show a new one.")

  /// For a second answer that is another than the first.
  static let deviceAnswered = MessagePage(
    title: "This code was answered already",
    text: "The first answer stands. Let your device show a new code.")

  /// After a yes.
  static func deviceAllowed(_ client: String) -> MessagePage {
    MessagePage(
      title: "You are connected",
      text:
        "\(DisplayText.line(client)) will be signed in within a few seconds. You can close this page."
    )
  }

  /// After the user denied.
  static func deviceDenied(_ client: String) -> MessagePage {
    MessagePage(
      title: "Nothing was allowed",
      text: "\(DisplayText.line(client)) gets no access. You can close this page.")
  }
}

extension Templates {
  static let device =
    head + """
      <h1>Connect a device</h1>
      <p class="soft">Type the code that your device shows.</p>
      {{#alert}}<p class="alert" role="alert">{{alert}}</p>{{/alert}}
      <form method="post" action="{{action}}">
      <input type="hidden" name="csrf" value="{{csrf}}">
      <label for="user_code">Code</label>
      <input id="user_code" name="user_code" type="text" value="{{code}}" autocomplete="off"
       autocapitalize="characters" autocorrect="off" spellcheck="false" maxlength="16"
       required autofocus>
      <button class="act" type="submit">Continue</button>
      </form>

      """ + foot

  static let deviceConsent =
    head + """
      <h1>Connect {{client}}?</h1>
      <p class="soft">You are signed in as <strong>{{username}}</strong>.
      <a href="{{other}}">Not you?</a></p>
      <p>Your device must show this code: <strong><code>{{code}}</code></strong></p>
      <p>{{client}} asks to:</p>
      <ul>
      {{#scopes}}<li>{{.}}</li>
      {{/scopes}}</ul>
      <form method="post" action="{{action}}">
      <input type="hidden" name="csrf" value="{{csrf}}">
      <button class="act" type="submit" name="action" value="allow">Allow</button>
      <button type="submit" name="action" value="deny">Deny</button>
      </form>
      <p class="soft small">If you received this code in a message, or no device of yours shows it, deny.</p>

      """ + foot
}
