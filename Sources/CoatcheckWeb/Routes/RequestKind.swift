// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import HTTPTypes

/// What a browser does with the answer to a request.
///
/// [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/)
enum RequestKind: Sendable {
  /// It shows a page, and goes where that leads.
  case page
  /// It shows what comes of a form that was sent: a page, but the form is lost.
  case form
  /// A script reads it, or it is a part of a page, or it is fetched ahead.
  case script

  init(_ head: HTTPRequest) {
    guard head.method == .get || head.method == .post else {
      self = .script
      return
    }
    guard Self.isNavigation(head), head.headerFields[named: "Sec-Purpose"] == nil else {
      self = .script
      return
    }
    self = head.method == .get ? .page : .form
  }

  private static func isNavigation(_ head: HTTPRequest) -> Bool {
    if let mode = head.headerFields[named: "Sec-Fetch-Mode"] {
      return mode == "navigate" && head.headerFields[named: "Sec-Fetch-Dest"] == "document"
    }
    // Older browsers.
    return (head.headerFields[.accept] ?? "").contains("text/html")
      && head.headerFields[named: "X-Requested-With"] == nil
  }
}
