// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// A sealed cookie with the path at which the user continues after the provider's logout page.
struct LogoutCookie: Sendable {
  private static let age = 600

  let site: SignInSite

  private var name: String { site.options.cookieName + "-logout" }

  func setting(state: Secret?, returnPath: String) -> [String] {
    guard let state else { return [] }
    let json: JSONObject = [
      "state": .string(state.reveal()), "return_to": .string(returnPath),
    ]
    guard let sealed = try? site.keys.seal(json.serialized(), for: .flow, at: name) else {
      return []
    }
    return [site.cookies.setting(name, to: Base64URL.encode(sealed), age: Self.age)]
  }

  /// The path at which the user continues; nil when this browser has not signed out with this `state`.
  func returnPath(of state: String?, in head: HTTPRequest) -> String? {
    guard let state, let value = site.cookies.value(name, in: head),
      let sealed = try? Base64URL.decode(value),
      let bytes = site.keys.open(sealed, for: .flow, at: name),
      let json = try? JSONObject(parsing: bytes), let own = json["state"]?.stringValue,
      Secret(own).matches(Secret(state))
    else { return nil }
    return json["return_to"]?.stringValue
  }

  var removing: String { site.cookies.removing(name) }
}
