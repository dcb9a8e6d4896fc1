// SPDX-License-Identifier: Apache-2.0

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
  /// Whether the link names where it leads: the address is one that the client registered by itself.
  var namesLocation = false
}

extension Pages {
  func logout(_ page: LogoutPage) -> RenderedPage {
    rendered(
      .logout,
      [
        "action": base + "/logout", "csrf": page.csrf,
        "username": DisplayText.line(page.username), "client": page.client.map(DisplayText.line),
        "alert": page.alert, "detail": page.detail,
        "fields": page.fields.map { ["name": $0.name, "value": $0.value] },
      ])
  }

  func signedOut(_ page: SignedOutPage) -> RenderedPage {
    let named = page.namesLocation ? page.location : nil
    return rendered(
      .signedOut,
      [
        "frames": page.frames, "location": page.location,
        "destination": named.map(words.destination(of:)),
      ])
  }
}

extension MessagePage {
  /// For a form that did not come from our page, or came from another user's.
  static let logoutForged = MessagePage(title: .forgedTitle, text: .logoutForgedText)

  /// After the user denied.
  static let stillSignedIn = MessagePage(title: .stillSignedInTitle, text: .stillSignedInText)
}

extension Templates {
  var logout: String {
    """
    <h1>\(words[.signOutTitle])</h1>
    \(Self.alert)
    <p class="soft">\(words[.signedInAs])</p>
    {{#client}}<p>\(words[.clientSignsOut])</p>{{/client}}
    <p>\(words[.signOutEffect])</p>
    <form method="post" action="{{action}}">
    <input type="hidden" name="csrf" value="{{csrf}}">
    {{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">
    {{/fields}}<button class="act" type="submit" name="action" value="sign-out">\(words[.signOut])</button>
    <button type="submit" name="action" value="stay">\(words[.stay])</button>
    </form>
    \(Self.detail)

    """
  }

  var signedOut: String {
    """
    <h1>\(words[.signedOutTitle])</h1>
    {{#location}}<p><a href="{{location}}">{{#destination}}\(words[.onward]){{/destination}}{{^destination}}\(words[.backToApp]){{/destination}}</a></p>{{/location}}
    {{^location}}<p>\(words[.canClose])</p>{{/location}}
    {{#frames}}<iframe src="{{.}}" sandbox="allow-same-origin allow-scripts" title="\(words[.signingOut])"
     hidden></iframe>
    {{/frames}}

    """
  }
}
