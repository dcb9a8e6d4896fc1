// SPDX-License-Identifier: Apache-2.0
import Mustache

/// The Mustache templates of the hosted pages. All values are escaped: none uses the unescaped form.
enum HostedTemplates {
  static let page = try? MustacheTemplate(string: head + bar + contact + foot)
  static let captcha = try? MustacheTemplate(string: head + bar + beginning + foot)
  static let slider = try? MustacheTemplate(string: head + bar + picture + foot)
  static let question = try? MustacheTemplate(string: head + bar + asking + foot)
  static let message = try? MustacheTemplate(string: head + saying + foot)

  private static let head = """
    <!doctype html>
    <html lang="{{language}}"{{#mode}} data-mode="{{mode}}"{{/mode}}>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>{{title}}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="{{stylesheet}}">
    {{#style}}<style nonce="{{nonce}}">{{style}}</style>
    {{/style}}{{#script}}<script src="{{script}}" defer></script>
    {{/script}}</head>
    <body>

    """

  private static let foot = """
    <footer class="soft small">{{origin}}</footer>
    </body>
    </html>

    """

  /// The bar; when it is hidden, the back button in the frame of the theme.
  private static let bar = """
    {{#hasBar}}<header class="bar">
    <form method="post" action="/hosted/api/back"><input type="hidden" name="csrf" value="{{csrf}}">
    <button class="bare">{{>back}}</button></form>
    <p>{{bar}}</p>
    {{#more}}<form class="more" method="post" action="/hosted/api/more">
    <input type="hidden" name="csrf" value="{{csrf}}"><button class="bare">{{more}}</button></form>{{/more}}
    </header>{{/hasBar}}{{^hasBar}}<form class="float" method="post" action="/hosted/api/back">
    <input type="hidden" name="csrf" value="{{csrf}}"><button class="bare">{{>back}}</button></form>{{/hasBar}}

    """
    .replacing(
      "{{>back}}",
      with: """
        {{#backImage}}<img src="{{backImage}}" alt="{{back}}">{{/backImage}}{{^backImage}}<svg \
        viewBox="0 0 20 20" aria-hidden="true"><path d="M12.5 4 6.5 10l6 6" fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>\
        {{back}}{{/backImage}}
        """)

  /// Number or address, code, consent.
  private static let contact =
    """
    <main>
    <h1>{{heading}}</h1>
    <p class="about">{{about}}</p>
    {{>linking}}
    <p id="alert" class="alert" role="alert">{{alert}}</p>
    <form id="form" method="post" action="/hosted/api/submit" {{#data}}data-{{name}}="{{value}}" {{/data}}>
    <input type="hidden" name="csrf" value="{{csrf}}">
    <button hidden></button>
    {{#usesEmail}}<div class="field">
    <label for="email">{{emailLabel}}</label>
    <input id="email" name="email" type="email" inputmode="email" autocomplete="email" dir="ltr" maxlength="254"
     value="{{contact}}" aria-describedby="email-error" {{#contactBad}}aria-invalid="true" autofocus {{/contactBad}}required>
    <p id="email-error" class="error">{{contactError}}</p>
    </div>{{/usesEmail}}{{^usesEmail}}<div class="field">
    <label for="country">{{countryLabel}}</label>
    <select id="country" name="country" autocomplete="country">
    {{#countries}}<option value="{{code}}"{{#selected}} selected{{/selected}}>{{name}} +{{area}}</option>
    {{/countries}}</select>
    <button id="pick" class="pick" type="button" aria-haspopup="dialog" hidden><span id="picked"></span><svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><path d="m5 8 5 5 5-5" fill="none" stroke="currentColor" stroke-width="2"/></svg></button>
    </div>
    <div class="field">
    <label for="mobile">{{mobileLabel}}</label>
    <input id="mobile" name="mobile" type="tel" inputmode="tel" autocomplete="tel" dir="ltr" maxlength="40"
     value="{{contact}}" placeholder="{{example}}" aria-describedby="mobile-error" {{#contactBad}}aria-invalid="true" autofocus {{/contactBad}}required>
    <p id="mobile-error" class="error">{{contactError}}</p>
    </div>{{/usesEmail}}
    {{#otherWay}}<a class="link" href="{{otherWayLink}}">{{otherWay}}</a>{{/otherWay}}
    <div class="field">
    <label for="code">{{codeLabel}}</label>
    <div class="row">
    <input id="code" name="verify_code" type="text" inputmode="numeric" autocomplete="one-time-code" dir="ltr" maxlength="20"
     aria-describedby="code-error" {{#codeBad}}aria-invalid="true" {{/codeBad}}{{#codeNext}}autofocus {{/codeNext}}required>
    <button id="send" class="send" formaction="/hosted/api/sms/send" formnovalidate>{{send}}</button>
    </div>
    <p id="code-error" class="error">{{codeError}}</p>
    </div>
    <p id="notice" class="notice" role="status">{{notice}}</p>
    <label class="check"><input id="consent" name="consent" type="checkbox" value="yes" aria-describedby="consent-error" required>
    <span>{{consent}}</span></label>
    <p id="consent-error" class="error">{{consentError}}</p>
    <button class="confirm act">{{confirm}}</button>
    </form>
    </main>

    """.replacing("{{>linking}}", with: linking) + dialogs

  /// The sentence that names the accounts to be linked. No theme changes it or its look.
  private static let linking = """
    {{#linkingBefore}}<p class="who">{{linkingBefore}}<strong><bdi>{{linkingName}}</bdi></strong>{{linkingAfter}}</p>{{/linkingBefore}}
    """

  /// The page with a captcha only: a script opens the slider at once; without script the button leads to
  /// it.
  private static let beginning =
    """
    <main>
    <h1>{{heading}}</h1>
    <p class="soft">{{about}}</p>
    <p id="alert" class="alert" role="alert">{{alert}}</p>
    <form id="form" method="post" action="/hosted/api/sms/send" {{#data}}data-{{name}}="{{value}}" {{/data}}>
    <input type="hidden" name="csrf" value="{{csrf}}">
    <p id="notice" class="notice" role="status"></p>
    <button id="send" class="confirm act sure">{{confirm}}</button>
    </form>
    </main>

    """ + dialogs

  /// The dialogs, which only a script opens.
  private static let dialogs = """
    {{#script}}<dialog id="slider" aria-labelledby="slider-title" aria-describedby="slider-hint">
    <h2 id="slider-title">{{sliderTitle}}</h2>
    <p id="slider-hint" class="soft small">{{sliderHint}}</p>
    <svg id="scene" class="picture" viewBox="0 0 310 155" role="img" aria-label="{{sliderPicture}}"><image id="ground"/><image id="piece"/></svg>
    <div id="rail" class="rail" dir="ltr"><div id="knob" class="knob" role="slider" tabindex="0" autofocus aria-label="{{sliderHandle}}" aria-valuemin="0" aria-valuemax="263" aria-valuenow="0"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="m8 5 5 5-5 5" fill="none" stroke="currentColor" stroke-width="2"/></svg></div></div>
    <p id="state" class="small" role="status"></p>
    <div class="steps" dir="ltr"><button id="less" class="plain" type="button" aria-label="{{sliderLess}}">◀</button>
    <button id="try" class="confirm" type="button">{{sliderCheck}}</button>
    <button id="greater" class="plain" type="button" aria-label="{{sliderMore}}">▶</button></div>
    <div class="ends"><button id="other" class="link" type="button" hidden>{{sliderOther}}</button>
    <button id="close" class="link" type="button">{{close}}</button></div>
    </dialog>
    {{^usesEmail}}<dialog id="countries" aria-labelledby="countries-title">
    <h2 id="countries-title">{{countryLabel}}</h2>
    <div class="field"><input id="search" type="search" aria-label="{{search}}" placeholder="{{search}}" autocomplete="off"></div>
    <ul id="list" class="list"></ul>
    <p id="none" role="status" hidden>{{noCountry}}</p>
    <button id="leave" class="link" type="button">{{close}}</button>
    </dialog>{{/usesEmail}}{{/script}}

    """

  /// The slider for a browser without script: the piece is moved by the server.
  private static let picture = """
    <main>
    <h1>{{sliderTitle}}</h1>
    <p class="soft">{{sliderSteps}}</p>
    <p id="alert" class="alert" role="alert">{{alert}}</p>
    <form id="form" method="post" action="/hosted/api/captcha/verify">
    <input type="hidden" name="csrf" value="{{csrf}}">
    <svg class="picture" viewBox="0 0 {{width}} {{height}}" role="img" aria-label="{{sliderPicture}}"><image width="{{width}}" height="{{height}}" href="{{ground}}"/><image x="{{position}}" y="{{pieceY}}" width="{{piece}}" height="{{piece}}" href="{{jigsaw}}"/></svg>
    <div class="steps" dir="ltr">{{#steps}}<button class="plain" name="step" value="{{value}}" aria-label="{{label}}">{{by}}</button>
    {{/steps}}</div>
    <div class="field"><label for="position">{{sliderHandle}} (0–{{most}})</label>
    <div class="row"><input id="position" name="position" type="number" inputmode="numeric" min="0" max="{{most}}" value="{{position}}">
    <button class="send" name="step" value="set">{{sliderMove}}</button></div></div>
    <button class="confirm act sure" name="step" value="check">{{sliderCheck}}</button>
    <button class="plain" name="step" value="close" formnovalidate>{{close}}</button>
    </form>
    </main>

    """

  /// The page that shows an account to confirm, or asks for a second factor.
  private static let asking = """
    <main>
    <h1>{{heading}}</h1>
    <p class="soft">{{about}}</p>
    {{#account}}<p class="who"><strong><bdi>{{account}}</bdi></strong></p>{{/account}}
    {{>linking}}
    <p id="alert" class="alert" role="alert">{{alert}}</p>
    <form method="post" action="/hosted/api/submit">
    <input type="hidden" name="csrf" value="{{csrf}}">
    {{#asksCode}}<button hidden></button>
    <div class="field">
    <label for="mobile">{{mobileLabel}}</label>
    <input id="mobile" name="mobile" type="tel" inputmode="tel" autocomplete="tel" dir="ltr" maxlength="40" value="{{contact}}" required>
    </div>
    <div class="field"><label for="code">{{codeLabel}}</label>
    <div class="row"><input id="code" name="verify_code" type="text" inputmode="numeric" autocomplete="one-time-code" dir="ltr" maxlength="20" required {{#codeNext}}autofocus{{/codeNext}}>
    <button class="send" formaction="/hosted/api/sms/send" formnovalidate>{{send}}</button></div></div>
    <p class="notice" role="status">{{notice}}</p>{{/asksCode}}
    <button class="confirm act">{{confirm}}</button>
    {{#refuse}}<button class="plain" formaction="/hosted/api/other" formnovalidate>{{refuse}}</button>{{/refuse}}
    </form>
    </main>

    """.replacing("{{>linking}}", with: linking)

  private static let saying = """
    <main>
    <h1>{{heading}}</h1>
    <p>{{about}}</p>
    {{#link}}<p><a class="link" href="{{link}}">{{linkText}}</a></p>{{/link}}
    </main>

    """
}
