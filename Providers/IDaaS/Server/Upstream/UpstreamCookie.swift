// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import HTTPTypes

/// Binds a sign-in at a social network to the browser that began it. Each sign-in has a cookie of its
/// own, so that two tabs do not disturb each other.
///
/// This prevents that an attacker's response is accepted in the browser of another user
/// ([RFC 9700 §4.7](https://www.rfc-editor.org/rfc/rfc9700#section-4.7)).
struct UpstreamCookie: Sendable {
  private static let prefix = "coatcheck_upstream_"
  /// The maximum number of open sign-ins of one browser; the oldest are removed first.
  private static let maximumCount = 8

  let rules: CookieRules

  init(origin: String) { rules = CookieRules(isSecure: origin.hasPrefix("https:")) }

  /// The `Set-Cookie` values that add a sign-in, and remove the oldest ones above the maximum.
  func keep(_ name: String, _ value: Secret, age: Int, in head: HTTPRequest) -> [String] {
    let others = rules.names(beginning: Self.prefix, in: head)
    // "the user agent SHOULD sort the cookie-list … Cookies with earlier creation-times are listed before
    // cookies with later creation-times". https://www.rfc-editor.org/rfc/rfc6265#section-5.4
    let surplus = others.prefix(max(0, others.count - (Self.maximumCount - 1)))
    return surplus.map(rules.removing)
      + [rules.setting(Self.prefix + name, to: value.reveal(), age: age)]
  }

  /// Whether a browser is the one that began a sign-in.
  func isBrowser(of signIn: UpstreamSignIn, _ head: HTTPRequest) -> Bool {
    rules.value(Self.prefix + signIn.cookie, in: head)
      .map { TokenDigest(of: Secret($0)) == signIn.browser } ?? false
  }

  /// The `Set-Cookie` value that removes a sign-in.
  func forget(_ signIn: UpstreamSignIn) -> String { rules.removing(Self.prefix + signIn.cookie) }
}
