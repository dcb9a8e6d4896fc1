// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// The session cookie of a browser: 256 random bits. Stores have only its hash.
struct SessionCookie: Sendable {
  /// What the session cookie of a request contains.
  enum Found: Sendable {
    /// No cookie.
    case nothing
    /// A value that this site has not set, or two cookies of this name: one was planted by an attacker.
    case unusable
    /// The key of a record.
    case key(String)

    /// The key of a record, whether the session is open or not.
    var key: String? { if case .key(let key) = self { key } else { nil } }
  }

  let rules: CookieRules
  let name: String
  /// `Max-Age` in seconds; nil for a cookie that the browser deletes when it is closed.
  let age: Int?

  /// A new cookie value, and the key of its record.
  static func make(_ environment: RuntimeEnvironment) -> (value: String, key: String) {
    let value = environment.token()
    return (value, key(of: value))
  }

  /// Reads the session cookie of a request.
  func find(in head: HTTPRequest) -> Found {
    let values = rules.values(name, in: head)
    guard values.count < 2 else { return .unusable }
    guard let value = values.first, !value.isEmpty else { return .nothing }
    // The format of make(_:).
    let isOurs = (try? Base64URL.decode(value))?.count == 32
    return isOurs ? .key(Self.key(of: value)) : .unusable
  }

  func setting(_ value: String) -> String { rules.setting(name, to: value, age: age) }
  var removing: String { rules.removing(name) }

  private static func key(of value: String) -> String { Fingerprint.hex(of: Array(value.utf8)) }
}
