// SPDX-License-Identifier: Apache-2.0

/// The responses of the listener. The pages are fixed texts: nothing of a request gets into them.
enum LoopbackResponse: Sendable {
  /// The callback has a successful authorization response.
  case accepted
  /// The callback has an error response.
  case declined
  /// The browser was redirected back after the sign-out.
  case signedOut
  /// The request is not the callback: a browser requests its icon, or another program connects.
  case notFound
  /// The method of the request is not GET.
  case methodNotAllowed
  /// The callback belongs to another sign-in, or cannot be read.
  case badRequest

  /// Whether the callback has come, so that nothing more is waited for.
  var isLast: Bool {
    switch self {
    case .accepted, .declined, .signedOut: true
    case .notFound, .methodNotAllowed, .badRequest: false
    }
  }

  private var status: String {
    switch self {
    case .accepted, .declined, .signedOut: "200 OK"
    case .notFound: "404 Not Found"
    case .methodNotAllowed: "405 Method Not Allowed"
    case .badRequest: "400 Bad Request"
    }
  }

  private var texts: (title: String, text: String) {
    switch self {
    case .accepted:
      ("Back to the application", "The answer was received. You can close this window now.")
    case .declined:
      ("The sign-in was not completed", "Go back to the application; you can close this window.")
    case .signedOut: ("Signed out", "You can close this window now.")
    case .notFound: ("Not found", "There is nothing here.")
    case .methodNotAllowed: ("Not allowed", "This address is fetched with GET only.")
    case .badRequest:
      ("Not this sign-in", "This response does not belong to a pending sign-in. Try again.")
    }
  }

  /// The whole response.
  var bytes: [UInt8] {
    let (title, text) = texts
    let page = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <meta name="color-scheme" content="light dark"></head>
      <body><h1>\(title)</h1><p>\(text)</p></body></html>

      """
    let allow = if case .methodNotAllowed = self { "Allow: GET\r\n" } else { "" }
    let head = """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      \(allow)Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      Content-Security-Policy: default-src 'none'; frame-ancestors 'none'; base-uri 'none'\r
      X-Content-Type-Options: nosniff\r
      Connection: close\r
      \r

      """
    return Array(head.utf8) + Array(page.utf8)
  }
}
