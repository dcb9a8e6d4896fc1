// SPDX-License-Identifier: Apache-2.0
import Mustache

/// What the page shows that asks whether to sign out.
struct LogoutPage {
  let csrf: String
  let username: String
  var client: String?
  var alert: String?
  var detail: String?
  /// What the form sends again.
  var fields: [(name: String, value: String)] = []
}

/// What the page shows after a browser was signed out.
struct SignedOutPage {
  /// The clients' pages to load, in hidden frames.
  let frames: [String]
  /// Where the user continues; nil without an address.
  let location: String?
}

/// Renders the pages around signing out.
struct LogoutPages: Sendable {
  private let pages: Pages
  private let action: String
  private let confirmationTemplate: MustacheTemplate
  private let signedOutTemplate: MustacheTemplate

  /// - Parameter base: The path of the issuer, empty at the root.
  init(_ pages: Pages, base: String) throws {
    self.pages = pages
    action = base + "/logout"
    confirmationTemplate = try MustacheTemplate(string: Templates.logout)
    signedOutTemplate = try MustacheTemplate(string: Templates.signedOut)
  }

  func confirmation(_ page: LogoutPage) -> String {
    var values = pages.frame(title: "Sign out?")
    values["action"] = action
    values["csrf"] = page.csrf
    values["username"] = DisplayText.line(page.username)
    values["client"] = page.client.map(DisplayText.line)
    values["alert"] = page.alert
    values["detail"] = page.detail
    values["fields"] = page.fields.map { ["name": $0.name, "value": $0.value] }
    return confirmationTemplate.render(values)
  }

  func signedOut(_ page: SignedOutPage) -> String {
    var values = pages.frame(title: "You are signed out")
    values["frames"] = page.frames
    values["location"] = page.location
    return signedOutTemplate.render(values)
  }
}

extension MessagePage {
  /// For a form that did not come from our page, or came from another user's.
  static let logoutForged = MessagePage(
    title: "This form was not accepted",
    text:
      "It did not come from the page we sent to this browser, or another user has signed in since. "
      + "You are still signed in.")

  /// After the user denied.
  static let stillSignedIn = MessagePage(
    title: "You are still signed in", text: "Nothing was ended. You can close this page.")
}

extension Templates {
  static let logout =
    head + """
      <h1>Sign out?</h1>
      {{#alert}}<p class="alert" role="alert">{{alert}}</p>{{/alert}}
      <p class="soft">You are signed in as <strong>{{username}}</strong>.</p>
      {{#client}}<p><strong>{{client}}</strong> asks to sign you out.</p>{{/client}}
      <p>Signing out ends the sessions of all apps in this browser that you signed in to here.</p>
      <form method="post" action="{{action}}">
      <input type="hidden" name="csrf" value="{{csrf}}">
      {{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">
      {{/fields}}<button class="act" type="submit" name="action" value="sign-out">Sign out</button>
      <button type="submit" name="action" value="stay">Stay signed in</button>
      </form>
      {{#detail}}<p class="soft small">{{detail}}</p>{{/detail}}

      """ + foot

  static let signedOut =
    head + """
      <h1>You are signed out</h1>
      {{#location}}<p><a href="{{location}}">Go back to the app</a></p>{{/location}}
      {{^location}}<p>You can close this page.</p>{{/location}}
      {{#frames}}<iframe src="{{.}}" sandbox="allow-same-origin allow-scripts" title="Signing out"
       hidden></iframe>
      {{/frames}}

      """ + foot
}
