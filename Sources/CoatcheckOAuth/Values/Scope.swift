// SPDX-License-Identifier: Apache-2.0

/// One thing a token is good for.
///
/// [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
public struct Scope: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Any name; ``isValid`` says whether it can be sent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Asks for an ID token: this makes an OAuth request one of OpenID Connect.
  public static let openID: Scope = "openid"
  /// The user's name, picture and the like.
  public static let profile: Scope = "profile"
  /// The user's e-mail address.
  public static let email: Scope = "email"
  /// The user's telephone number.
  public static let phone: Scope = "phone"
  /// The user's postal address.
  public static let address: Scope = "address"
  /// Asks for a refresh token that works without the user.
  public static let offlineAccess: Scope = "offline_access"

  /// Whether it has the form of a scope: `scope-token = 1*( %x21 / %x23-5B / %x5D-7E )`.
  public var isValid: Bool {
    rawValue.isVisibleASCII && !rawValue.utf8.contains(0x22) && !rawValue.utf8.contains(0x5C)
  }

  /// The scopes in a space-separated text, in order, each once.
  public static func list(_ text: String) -> [Scope] {
    unique(text.split(separator: " ").map { Scope(rawValue: String($0)) })
  }

  /// The space-separated text of scopes, each once.
  public static func text(_ scopes: [Scope]) -> String {
    unique(scopes).map(\.rawValue).joined(separator: " ")
  }

  private static func unique(_ scopes: [Scope]) -> [Scope] {
    // Few are compared one by one, and many by hash: no text can make this quadratic.
    guard scopes.count > 16 else {
      return scopes.reduce(into: []) { kept, scope in
        if !kept.contains(scope) { kept.append(scope) }
      }
    }
    var seen: Set<Scope> = []
    return scopes.filter { seen.insert($0).inserted }
  }
}

extension Scope: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A scope by its name.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The name.
  public var description: String { rawValue }
}
