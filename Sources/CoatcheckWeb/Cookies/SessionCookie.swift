// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// The cookie by which a browser is known: 256 random bits that mean nothing. Stores have its hash.
struct SessionCookie: Sendable {
  /// What a request has in place of a session.
  enum Found: Sendable {
    /// No cookie.
    case nothing
    /// A cookie that this site has not set, or two of them: one was planted.
    case unusable
    /// The key of a record.
    case key(String)

    /// The key of a record, whether the session is open or not.
    var key: String? { if case .key(let key) = self { key } else { nil } }
  }

  let rules: CookieRules
  let name: String
  /// How many seconds browsers keep it; nil until they are closed.
  let age: Int?

  /// A new value, and the key of its record.
  static func make(_ environment: RuntimeEnvironment) -> (value: String, key: String) {
    let value = environment.token()
    return (value, key(of: value))
  }

  /// What a request has.
  func find(in head: HTTPRequest) -> Found {
    let values = rules.values(name, in: head)
    guard values.count < 2 else { return .unusable }
    guard let value = values.first, !value.isEmpty else { return .nothing }
    // As make(_:) writes them.
    let isOurs = (try? Base64URL.decode(value))?.count == 32
    return isOurs ? .key(Self.key(of: value)) : .unusable
  }

  func setting(_ value: String) -> String { rules.setting(name, to: value, age: age) }
  var removing: String { rules.removing(name) }

  private static func key(of value: String) -> String { Fingerprint.hex(of: Array(value.utf8)) }
}
