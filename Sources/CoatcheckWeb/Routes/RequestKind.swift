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
    guard Self.isNavigation(head), Self.field("Sec-Purpose", of: head) == nil else {
      self = .script
      return
    }
    self = head.method == .get ? .page : .form
  }

  private static func isNavigation(_ head: HTTPRequest) -> Bool {
    if let mode = field("Sec-Fetch-Mode", of: head) {
      return mode == "navigate" && field("Sec-Fetch-Dest", of: head) == "document"
    }
    // Older browsers.
    return (head.headerFields[.accept] ?? "").contains("text/html")
      && field("X-Requested-With", of: head) == nil
  }

  static func field(_ name: String, of head: HTTPRequest) -> String? {
    HTTPField.Name(name).flatMap { head.headerFields[$0] }
  }
}
