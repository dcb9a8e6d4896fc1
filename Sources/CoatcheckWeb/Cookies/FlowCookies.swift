// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// The cookies of the pending sign-ins of a browser: one for each, named after the hash of its `state`.
///
/// The server stores nothing before the callback, so that many begun sign-ins cannot fill its store; and
/// two tabs can sign in at the same time.
/// [RFC 6749 §10.12](https://www.rfc-editor.org/rfc/rfc6749#section-10.12): the value is one "that binds the
/// request to the user-agent's authenticated state".
struct FlowCookies: Sendable {
  /// The maximum number of pending sign-ins of one browser.
  static let limit = 8
  /// The maximum length of all these cookies in bytes: servers refuse a header field of 8 KiB.
  static let totalLength = 6 << 10
  /// The maximum length of one cookie in bytes. Browsers silently drop longer ones.
  private static let cookieLength = 3800

  let rules: CookieRules
  let keys: WebKeys
  let name: String

  /// The `SameSite` attribute: the cross-site POST of `form_post` does not carry a cookie with `Lax`.
  private func site(_ isForm: Bool) -> CookieRules.Site { isForm ? .none : .lax }

  private var prefix: String { name + "-flow-" }

  /// The name of the cookie of a state.
  func name(of state: Secret) -> String {
    prefix + Fingerprint.hex(of: Array(state.reveal().utf8)).prefix(16)
  }

  /// The `Set-Cookie` values of a new sign-in, with the removal of cookies beyond the limits.
  ///
  /// - Throws: `misused` when the sign-in does not fit into a cookie.
  func setting(
    _ flow: WebFlow, state: Secret, isForm: Bool, in head: HTTPRequest
  ) throws(OAuthError) -> [String] {
    let name = name(of: state)
    let value = Base64URL.encode(
      try keys.seal(flow.json.serialized(), for: .flow, at: name))
    guard name.utf8.count + value.utf8.count <= Self.cookieLength else {
      throw .misused("return_to", "The sign-in does not fit into a cookie.")
    }
    var others = rules.names(beginning: prefix, in: head).map { other in
      let text = rules.value(other, in: head)
      return (
        name: other, length: text?.utf8.count ?? 0, flow: text.flatMap { self.flow($0, other) }
      )
    }
    // The oldest first. Cookies that cannot be opened come before all others and are removed.
    others.sort { ($0.flow?.startedAt ?? .distantPast) < ($1.flow?.startedAt ?? .distantPast) }
    var settings: [String] = []
    var length = others.reduce(value.utf8.count) { $0 + $1.length }
    while let oldest = others.first,
      oldest.flow == nil || others.count >= Self.limit || length > Self.totalLength
    {
      others.removeFirst()
      length -= oldest.length
      settings.append(rules.removing(oldest.name))
    }
    return settings
      + [rules.setting(name, to: value, age: WebFlow.lifetime, site: site(isForm))]
  }

  /// The sign-in of a state in this browser; nil when it was begun in another one, or too long ago.
  func flow(of state: Secret, in head: HTTPRequest) -> WebFlow? {
    let name = name(of: state)
    return rules.value(name, in: head).flatMap { flow($0, name) }
  }

  /// The `Set-Cookie` value that removes the cookie of a state.
  func removing(_ state: Secret, isForm: Bool) -> String {
    rules.setting(name(of: state), to: "", age: 0, site: site(isForm))
  }

  private func flow(_ value: String, _ name: String) -> WebFlow? {
    guard let bytes = try? Base64URL.decode(value) else { return nil }
    return keys.open(bytes, for: .flow, at: name).flatMap(WebFlow.init)
  }
}
