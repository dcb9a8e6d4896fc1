// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

/// The values of the account page.
struct AccountPage {
  /// A client with access.
  struct App {
    let id: String
    var name: String
    let scopes: [String]
    /// When its tokens were first issued; nil when it has none.
    var since: Date?
  }

  let csrf: String
  let username: String
  let notice: String?
  let alert: String?
  let hasPassword: Bool
  /// When the user signed in in this browser.
  let since: Date
  let others: [LoginSession]
  let apps: [App]
  let links: [(provider: String, name: String)]
}

extension Pages {
  func account(_ page: AccountPage) -> RenderedPage {
    // The forms keep the language that the address names.
    let named = language.reason == .request ? "?ui_locales=\(language.language.rawValue)" : ""
    let others: [[String: String]] = page.others.enumerated().map { number, login in
      ["number": String(number), "sid": login.sid, "time": Self.time(login.authTime)]
    }
    let apps: [[String: Any]] = page.apps.enumerated().map { shown($1, $0) }
    let links: [[String: String]] = page.links.map { provider, name in
      [
        "provider": DisplayText.line(Self.capitalized(provider)), "name": DisplayText.line(name),
      ]
    }
    var values: [String: Any?] = [
      "action": base + "/account" + named, "logout": base + "/logout" + named,
      "csrf": page.csrf, "username": DisplayText.line(page.username), "notice": page.notice,
      "alert": page.alert, "count": String(IdentityServer.minimumPassword),
      "time": Self.time(page.since), "others": others, "apps": apps, "links": links,
    ]
    values["hasPassword"] = page.hasPassword
    values["several"] = others.count > 1
    values["hasLinks"] = !links.isEmpty
    return rendered(.account, values)
  }

  private func shown(_ app: AccountPage.App, _ number: Int) -> [String: Any] {
    var values: [String: Any] = [
      "number": String(number), "id": app.id, "name": DisplayText.line(app.name),
      "scopes": app.scopes.map(words.sentence(for:)),
    ]
    if let since = app.since { values["signedIn"] = ["time": Self.time(since)] }
    return values
  }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + String(name.dropFirst())
  }

  /// A time to the minute in UTC, in the same format in all languages.
  private static func time(_ moment: Date) -> String {
    let text = moment.ISO8601Format()
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}

extension Templates {
  private static let begin = """
    <form method="post" action="{{action}}"><input type="hidden" name="csrf" value="{{csrf}}">
    """

  var account: String {
    """
    <h1>\(words[.accountTitle])</h1>
    <p class="soft">\(words[.signedInAs])</p>
    \(Self.alert)
    {{#notice}}<p class="notice" role="status">{{notice}}</p>{{/notice}}
    \(accountSessions)\(accountApps)\(accountLinks)\(accountPassword)<p><a href="{{logout}}">\(words[.accountSignOut])</a></p>

    """
  }

  private var accountSessions: String {
    """
    <section aria-labelledby="sessions"><h2 id="sessions">\(words[.sessionsTitle])</h2>
    <ul>
    <li><strong>\(words[.thisSession])</strong> <span class="soft small">\(words[.signedInAt])</span></li>
    {{#others}}<li><span id="session-{{number}}">\(words[.signedInAt])</span>
    \(Self.begin)
    <input type="hidden" name="session" value="{{sid}}">
    <button type="submit" name="action" value="end-session" aria-describedby="session-{{number}}">\(words[.endSession])</button></form></li>
    {{/others}}</ul>
    {{^others}}<p class="soft small">\(words[.noOtherSessions])</p>{{/others}}
    {{#several}}\(Self.begin)
    <button type="submit" name="action" value="end-others">\(words[.endOtherSessions])</button></form>{{/several}}
    </section>

    """
  }

  private var accountApps: String {
    """
    <section aria-labelledby="apps"><h2 id="apps">\(words[.appsTitle])</h2>
    {{^apps}}<p class="soft small">\(words[.appsNone])</p>{{/apps}}
    <ul>
    {{#apps}}<li><strong id="app-{{number}}">{{name}}</strong>
    {{#signedIn}}<span class="soft small">\(words[.appSince])</span>{{/signedIn}}
    <p class="small">\(words[.appMay])</p>
    <ul class="small">
    {{#scopes}}<li>{{.}}</li>
    {{/scopes}}</ul>
    \(Self.begin)
    <input type="hidden" name="client" value="{{id}}">
    <button type="submit" name="action" value="remove" aria-describedby="app-{{number}}">\(words[.removeAccess])</button></form></li>
    {{/apps}}</ul>
    </section>

    """
  }

  private var accountLinks: String {
    """
    {{#hasLinks}}<section aria-labelledby="links"><h2 id="links">\(words[.linksTitle])</h2>
    <ul>
    {{#links}}<li>\(words[.linkedAs])</li>
    {{/links}}</ul>
    </section>{{/hasLinks}}

    """
  }

  private var accountPassword: String {
    """
    <section aria-labelledby="password-title"><h2 id="password-title">\(words[.changePassword])</h2>
    {{^hasPassword}}<p class="soft small">\(words[.noPassword])</p>{{/hasPassword}}
    {{#hasPassword}}<p class="soft small" id="password-effect">\(words[.passwordEffect])</p>
    \(Self.begin)
    <input type="text" name="username" value="{{username}}" autocomplete="username" hidden>
    <label for="current">\(words[.currentPassword])</label>
    <input id="current" name="current" type="password" autocomplete="current-password" required>
    <label for="new">\(words[.newPassword])</label>
    <input id="new" name="new" type="password" autocomplete="new-password" minlength="{{count}}" aria-describedby="password-length" required>
    <p class="soft small" id="password-length">\(words[.minimumLength])</p>
    <label for="repeat">\(words[.repeatPassword])</label>
    <input id="repeat" name="repeat" type="password" autocomplete="new-password" minlength="{{count}}" required>
    <button class="act" type="submit" name="action" value="password" aria-describedby="password-effect">\(words[.changePassword])</button></form>{{/hasPassword}}
    </section>

    """
  }
}
