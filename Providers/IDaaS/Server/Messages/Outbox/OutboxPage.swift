// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckServer
import Foundation
import HTTPTypes
import Mustache

/// The messages as a page, newest first. It loads itself again every few seconds, and needs no script.
struct OutboxPage: Sendable {
  static let styleSheetPath = "/outbox.css"

  let outbox: Outbox
  let origin: String

  /// What a browser may do with the page: load its style sheet.
  var page: ServedResponse {
    guard let template = try? MustacheTemplate(string: Self.template) else {
      return .text(.internalServerError, "The page cannot be made.")
    }
    let messages = outbox.messages.reversed().map { message in
      Row(
        to: message.contact.value, kind: message.contact.kind, type: message.type.rawValue,
        language: message.language, code: message.code, text: MessageText(message).short())
    }
    let notices = outbox.notices.reversed().map { notice in
      Row(
        to: notice.contact.value, kind: notice.contact.kind, type: "", language: notice.language,
        code: "", text: notice.text)
    }
    let values: [String: Any] = [
      "origin": origin, "stylesheet": Self.styleSheetPath, "messages": messages,
      "notices": notices, "isEmpty": messages.isEmpty,
    ]
    return .page(.ok, template.render(values))
  }

  static var styleSheet: ServedResponse {
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = "text/css; charset=utf-8"
    return ServedResponse(head: head, body: Data(css.utf8))
  }

  private struct Row {
    let to: String
    let kind: String
    let type: String
    let language: String
    let code: String
    let text: String
  }

  private static let template = """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex"><meta http-equiv="refresh" content="5">
    <title>Outbox</title><link rel="stylesheet" href="{{stylesheet}}"></head>
    <body><main><h1>Outbox</h1>
    <p>Messages that {{origin}} would have sent, newest first. Nothing leaves this server in development.</p>
    {{#isEmpty}}<p>No messages yet.</p>{{/isEmpty}}
    <ol>
    {{#messages}}<li><p class="to">{{to}} <span>{{type}}</span> <span>{{language}}</span></p>
    <p class="code">{{code}}</p><p class="text">{{text}}</p></li>
    {{/messages}}</ol>
    <ol>
    {{#notices}}<li><p class="to">{{to}} <span>{{language}}</span></p><p class="text">{{text}}</p></li>
    {{/notices}}</ol></main></body></html>

    """

  private static let css = """
    :root { color-scheme: light dark; --page: #f3f4f6; --card: #fff; --ink: #16191d; --soft: #545b66; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #121418; --card: #1c1f25; --ink: #eceef1; --soft: #aab1bc; }
    }
    body { margin: 0; padding: 1rem; background: var(--page); color: var(--ink);
      font: 1rem/1.5 system-ui, sans-serif; }
    main { max-width: 44rem; margin: 0 auto; }
    ol { list-style: none; margin: 0; padding: 0; }
    li { margin: 0 0 0.75rem; padding: 1rem; background: var(--card); border-radius: 0.5rem; }
    p { margin: 0; overflow-wrap: anywhere; }
    h1 + p { margin-bottom: 1rem; color: var(--soft); }
    .to { font-weight: 600; }
    .to span { margin-left: 0.5rem; color: var(--soft); font-weight: 400; font-size: 0.875rem; }
    .code { font: 1.75rem/1.4 ui-monospace, monospace; letter-spacing: 0.15em; user-select: all; }
    .text { white-space: pre-line; color: var(--soft); }

    """
}
