// SPDX-License-Identifier: Apache-2.0

/// The texts of the pages. `{{…}}` is escaped by Mustache; nothing here uses the unescaped form.
enum Templates {
  static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>{{title}}</title>
    <link rel="stylesheet" href="{{stylesheet}}">
    </head>
    <body>
    <main>

    """

  static let foot = """
    </main>
    <footer class="soft small">{{issuer}}</footer>
    </body>
    </html>

    """

  static let login =
    head + """
      <h1>Sign in</h1>
      <p class="soft">to continue to <strong>{{client}}</strong></p>
      {{#alert}}<p class="alert" role="alert">{{alert}}</p>{{/alert}}
      <form method="post" action="{{action}}">
      <input type="hidden" name="csrf" value="{{csrf}}">
      <label for="username">User name</label>
      <input id="username" name="username" type="text" value="{{username}}"
       autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false"
       required {{^username}}autofocus{{/username}}>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password"
       required {{#username}}autofocus{{/username}}>
      <button class="act" type="submit" name="action" value="sign-in">Sign in</button>
      <button type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
      </form>

      """ + foot

  static let consent =
    head + """
      <h1>Allow {{client}}?</h1>
      <p class="soft">You are signed in as <strong>{{username}}</strong>.
      <a href="{{other}}">Not you?</a></p>
      <p>{{client}} asks to:</p>
      <ul>
      {{#scopes}}<li>{{.}}</li>
      {{/scopes}}</ul>
      {{#policy}}<p class="small"><a href="{{policy}}" target="_blank"
       rel="noopener noreferrer">What {{client}} does with your data</a></p>{{/policy}}
      {{#terms}}<p class="small"><a href="{{terms}}" target="_blank"
       rel="noopener noreferrer">The terms of {{client}}</a></p>{{/terms}}
      <form method="post" action="{{action}}">
      <input type="hidden" name="csrf" value="{{csrf}}">
      <button class="act" type="submit" name="action" value="allow">Allow</button>
      <button type="submit" name="action" value="deny">Deny</button>
      </form>
      <p class="soft small">Either way you go on to <strong>{{destination}}</strong>.</p>

      """ + foot

  static let message =
    head + """
      <h1>{{title}}</h1>
      <p>{{text}}</p>
      {{#detail}}<p class="soft small">{{detail}}</p>{{/detail}}
      {{#code}}<p class="soft small">Code: <code>{{code}}</code></p>{{/code}}

      """ + foot
}
