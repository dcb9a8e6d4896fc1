// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation
import Mustache

/// The page for designers of a theme: all 25 properties in a form, with both pages in light and dark
/// beside it. With script, the pages are updated without the button.
enum PreviewPage {
  /// The kind of input of a property.
  enum Editor: String { case flag, color, text, image, frame, view }

  // swift-format-ignore
  /// The 25 properties, by their names on the wire.
  static let properties: [(name: String, editor: Editor)] = [
    ("isNavHidden", .flag),
    ("navColor", .color),
    ("navHiddenBackButtonFrame", .frame),
    ("navBindTitle", .text),
    ("navRegistTitle", .text),
    ("navBackImage", .image),
    ("navRightView", .view),
    ("tileDescriptionRegistText", .text),
    ("tileDescriptionBindText", .text),
    ("descriptionBindText", .text),
    ("descriptionRegistText", .text),
    ("clickToSendSMSButtonText", .text),
    ("clickToSendBorderColor", .color),
    ("clickToSendSMSBackgroundColor", .color),
    ("clickToSendSMSBackgroundImage", .image),
    ("countDownTextColor", .color),
    ("countDownBtnBackgroundColor", .color),
    ("countDownBtnBackgroundImage", .image),
    ("confirmButtonRegistText", .text),
    ("confirmButtonBindText", .text),
    ("confirmButtonInactiveTextColor", .color),
    ("confirmButtonActiveTextColor", .color),
    ("confirmButtonOnPressTextColor", .color),
    ("confirmButtonInactiveBackgroundColor", .color),
    ("confirmButtonactiveBackgroundColor", .color),
  ]

  /// Reads a theme from a form: colours and texts are plain; a text with its look, a rectangle and a view
  /// are JSON.
  ///
  /// - Throws: As `PageTheme.init(json:)`; a property that cannot be read is named.
  static func theme(_ form: Parameters) throws(Refusal) -> PageTheme {
    var json = JSONObject()
    for (name, editor) in properties {
      guard let typed = form[name], !typed.isEmpty else { continue }
      switch editor {
      case .flag: json[name] = .bool(typed == "true")
      case .color, .image: json[name] = .string(typed)
      case .text where !typed.hasPrefix("{"): json[name] = .string(typed)
      case .text, .frame, .view:
        guard let value = try? JSONValue(parsing: Array(typed.utf8)) else {
          throw Refusal(.parameterFormat, name, detail: .badFormat)
        }
        json[name] = value
      }
    }
    return try PageTheme(json: json)
  }

  static let template = try? MustacheTemplate(
    string: """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">
      <title>Theme preview</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="{{stylesheet}}">
      <style nonce="{{nonce}}">{{style}}</style>
      <script src="{{script}}" defer></script>
      </head>
      <body class="preview">
      <header><h1>Theme preview</h1>
      <p class="soft">Colours are six digits. A text may be plain or {"text":…,"color":…,"size":…,"weight":…}.</p></header>
      <div class="sides">
      <form id="theme" method="get" action="/hosted/preview">
      {{#properties}}<label for="{{name}}">{{name}}</label>
      {{#isFlag}}<select id="{{name}}" name="{{name}}"><option value=""></option><option value="true"{{#isTrue}} selected{{/isTrue}}>true</option><option value="false"{{#isFalse}} selected{{/isFalse}}>false</option></select>{{/isFlag}}{{^isFlag}}<input id="{{name}}" name="{{name}}" value="{{value}}" placeholder="{{hint}}" autocomplete="off" spellcheck="false">{{/isFlag}}
      {{/properties}}<label for="ui_locales">Language</label>
      <select id="ui_locales" name="ui_locales">{{#languages}}<option{{#selected}} selected{{/selected}}>{{name}}</option>{{/languages}}</select>
      <button class="confirm act">Show</button>
      </form>
      <div class="frames">
      <p id="problem" class="alert" role="alert">{{problem}}</p>
      {{#warnings}}<p class="notice">{{.}}</p>{{/warnings}}
      {{#frames}}<figure><figcaption>{{name}}</figcaption><iframe title="{{name}}" data-page="{{page}}" src="{{source}}"></iframe></figure>
      {{/frames}}</div>
      </div>
      </body>
      </html>

      """)

  static let style = """
    .preview header{width:100%;padding:1rem 1.25rem 0}
    .sides{display:flex;flex-wrap:wrap;gap:1.5rem;width:100%;padding:1rem 1.25rem}
    .sides form{flex:1 1 18rem;max-width:26rem;margin:0}
    .sides form label{margin-top:.75rem;font-size:.875rem;overflow-wrap:anywhere}
    .frames{flex:3 1 24rem;display:flex;flex-wrap:wrap;gap:1.5rem;align-content:flex-start}
    .frames p{width:100%}
    figure{margin:0}
    iframe{width:390px;max-width:calc(100vw - 2.5rem);height:760px;border:1px solid var(--rule);border-radius:.75rem}
    """

  static let scriptPath =
    "/hosted/assets/" + Base64URL.encode(Array(SHA256.hash(data: Data(script.utf8)).prefix(9)))
    + ".js"

  static let script = #"""
    "use strict";
    const form = document.getElementById("theme");
    let timer;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const query = new URLSearchParams(new FormData(form));
        history.replaceState(null, "", "?" + query);
        for (const frame of document.querySelectorAll("iframe")) {
          const own = new URLSearchParams(query);
          for (const [name, value] of new URLSearchParams(frame.dataset.page)) own.set(name, value);
          frame.contentWindow.location.replace("/hosted/preview/page?" + own);
        }
      }, 300);
    });

    """#
}
