// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
package import CoatcheckServer
import Foundation

/// The page of a stand-in with one form for sign-in and consent.
///
/// The form posts to its own address, including the query of the request.
package struct StandInPage: Sendable {
  private let users: [StandInUser]

  package init(users: [StandInUser]) { self.users = users }

  /// The user's decision.
  package enum Answer: Sendable {
    case allowed(StandInUser)
    case denied
    /// The name or the password is wrong: the page is returned again.
    case again(ServedResponse)
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - title: The name of the service.
  ///   - wanted: The scopes that the client requests.
  ///   - note: The error of the last form.
  package func page(_ title: String, asking wanted: [String], note: String? = nil) -> ServedResponse
  {
    let list = wanted.map { "<li>\(Self.escaped($0))</li>" }.joined()
    return .standIn(
      html: """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(Self.escaped(title))</title></head>
        <body><h1>\(Self.escaped(title))</h1><p role="alert">\(Self.escaped(note ?? ""))</p><ul>\(list)</ul>
        <form method="post"><label>Name <input type="text" name="username"></label>
        <label>Password <input type="password" name="password"></label>
        <button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button>
        </form></body></html>
        """)
  }

  /// Reads the posted form.
  package func answer(to request: ServedRequest, _ title: String, asking wanted: [String]) -> Answer
  {
    guard let form = try? Parameters(bytes: request.body) else {
      return .again(page(title, asking: wanted, note: "The form is malformed."))
    }
    if form["answer"] == "deny" { return .denied }
    guard let name = form["username"], let password = form["password"],
      let user = users.first(where: { $0.username == name }),
      Secret(password).matches(user.password)
    else { return .again(page(title, asking: wanted, note: "Unknown name or password.")) }
    return .allowed(user)
  }

  package static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
