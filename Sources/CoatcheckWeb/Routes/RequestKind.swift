// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import HTTPTypes

/// What a browser does with the response to a request.
///
/// [Fetch Metadata](https://www.w3.org/TR/fetch-metadata/)
enum RequestKind: Sendable {
  /// It shows the response as a page, and follows redirects.
  case page
  /// It shows the response to a form: a page, but a redirect to the sign-in would lose the form.
  case form
  /// A script reads it, or it is a part of a page, or it is prefetched.
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
    // Older browsers send no Fetch Metadata.
    return (head.headerFields[.accept] ?? "").contains("text/html")
      && head.headerFields[named: "X-Requested-With"] == nil
  }
}
