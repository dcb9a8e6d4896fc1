// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import Hummingbird

/// The pages of the website.
struct Page: ResponseGenerator {
  private let title: String
  private let content: String

  /// The page that all visitors see.
  static func start(_ user: WebUser?) -> Page {
    guard let user else {
      return Page(title: "Albums", content: "<p><a href=\"/albums\">Your pictures</a></p>")
    }
    let name = escaped(user["name"] ?? user.subject)
    return Page(
      title: "Albums",
      content: """
        <p>Hello, \(name).</p><p><a href="/albums">Your pictures</a></p>\
        <form method="post" action="/auth/logout"><button>Sign out</button></form>
        """)
  }

  /// The page of a user's pictures.
  static func pictures(_ names: [String]) -> Page {
    let items = names.map { "<li>\(escaped($0))</li>" }.joined()
    return Page(
      title: "Your pictures",
      content: """
        <ul>\(items)</ul>\
        <form method="post" action="/auth/disconnect/photocolle"><button>Disconnect PhotoColle</button></form>
        """)
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    let head = "<!doctype html><meta charset=\"utf-8\"><title>\(title)</title>"
    return Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: .init(string: "\(head)<h1>\(title)</h1>\(content)")))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
