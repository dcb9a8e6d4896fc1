// SPDX-License-Identifier: Apache-2.0

/// The markup of the pages with the texts of one language. Mustache escapes the values `{{…}}`.
struct Templates {
  let words: PageWords

  /// The beginning of all pages.
  ///
  /// - Parameter title: The title of the document.
  func head(title: String) -> String {
    """
    <!doctype html>
    <html lang="\(words.language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>\(title)</title>
    <link rel="stylesheet" href="{{stylesheet}}">
    </head>
    <body>
    <main>

    """
  }

  /// The end of all pages.
  static let foot = """
    </main>
    <footer class="soft small">{{issuer}}</footer>
    </body>
    </html>

    """

  /// An alert, if there is one.
  static let alert = #"{{#alert}}<p class="alert" role="alert">{{alert}}</p>{{/alert}}"#

  /// The detail for the developer of the client, always in English.
  static let detail = #"{{#detail}}<p class="soft small" lang="en">{{detail}}</p>{{/detail}}"#

  var login: String {
    """
    <h1>\(words[.signIn])</h1>
    {{#own}}<p class="soft">\(words[.signInForAccount])</p>{{/own}}
    {{^own}}<p class="soft">\(words[.signInFor])</p>{{/own}}
    \(Self.alert)
    <form method="post" action="{{action}}">
    <input type="hidden" name="csrf" value="{{csrf}}">
    <label for="username">\(words[.userName])</label>
    <input id="username" name="username" type="text" value="{{username}}"
     autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false"
     required {{^username}}autofocus{{/username}}>
    <label for="password">\(words[.password])</label>
    <input id="password" name="password" type="password" autocomplete="current-password"
     required {{#username}}autofocus{{/username}}>
    <button class="act" type="submit" name="action" value="sign-in">\(words[.signIn])</button>
    <button type="submit" name="action" value="cancel" formnovalidate>\(words[.cancel])</button>
    </form>

    """
  }

  var consent: String {
    """
    <h1>\(words[.allowTitle])</h1>
    <p class="soft">\(words[.signedInAs])
    <a href="{{other}}">\(words[.notYou])</a></p>
    <p>\(words[.clientAsks])</p>
    <ul>
    {{#scopes}}<li>{{.}}</li>
    {{/scopes}}</ul>
    {{#policy}}<p class="small"><a href="{{policy}}" target="_blank"
     rel="noopener noreferrer">\(words[.policy])</a></p>{{/policy}}
    {{#terms}}<p class="small"><a href="{{terms}}" target="_blank"
     rel="noopener noreferrer">\(words[.terms])</a></p>{{/terms}}
    <form method="post" action="{{action}}">
    <input type="hidden" name="csrf" value="{{csrf}}">
    <button class="act" type="submit" name="action" value="allow">\(words[.allow])</button>
    <button type="submit" name="action" value="deny">\(words[.deny])</button>
    </form>
    <p class="soft small">\(words[.eitherWay])</p>

    """
  }

  var message: String {
    """
    <h1>{{title}}</h1>
    <p>{{text}}</p>
    \(Self.detail)
    {{#code}}<p class="soft small">\(words[.errorCode])</p>{{/code}}

    """
  }
}
