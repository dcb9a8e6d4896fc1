// SPDX-License-Identifier: Apache-2.0

/// The values of the page that asks whether to sign out.
struct LogoutPage {
  let csrf: String
  let username: String
  var client: String?
  var alert: String?
  var detail: String?
  /// The parameters of the logout request, which the form sends again.
  var fields: [(name: String, value: String)] = []
}

/// The values of the page after a logout.
struct SignedOutPage {
  /// The front-channel logout URIs, for hidden frames.
  let frames: [String]
  /// Where the user continues; nil without an address.
  let location: String?
  /// Whether the link shows its destination: the address comes from a client that registered itself.
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
  /// For a form that does not come from the page of this login session.
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
