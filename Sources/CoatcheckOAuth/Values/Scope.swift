// SPDX-License-Identifier: Apache-2.0

/// A scope: the name of one permission of an access token.
///
/// [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3). The names of OpenID Connect are
/// in [OpenID Connect Core §5.4](https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims).
public struct Scope: RawRepresentable, Hashable, Sendable {
  /// The name, which is case-sensitive.
  public let rawValue: String

  /// Creates a scope with any name; ``isValid`` says whether it can be sent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Requests an ID token: it makes an authorization request of OAuth one of OpenID Connect.
  public static let openID: Scope = "openid"
  /// Requests the user's name, picture and the like.
  public static let profile: Scope = "profile"
  /// Requests the user's e-mail address.
  public static let email: Scope = "email"
  /// Requests the user's telephone number.
  public static let phone: Scope = "phone"
  /// Requests the user's postal address.
  public static let address: Scope = "address"
  /// Requests a refresh token that can be used while the user is not present.
  ///
  /// [OpenID Connect Core §11](https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess).
  public static let offlineAccess: Scope = "offline_access"

  /// Whether it has the form of a scope: `scope-token = 1*( %x21 / %x23-5B / %x5D-7E )`.
  public var isValid: Bool {
    rawValue.isVisibleASCII && !rawValue.utf8.contains(0x22) && !rawValue.utf8.contains(0x5C)
  }

  /// Splits a `scope` parameter into its scopes, in order, each once.
  ///
  /// - Parameter text: Scopes with spaces between them. Their names are not validated.
  public static func list(_ text: String) -> [Scope] {
    unique(text.split(separator: " ").map { Scope(rawValue: String($0)) })
  }

  /// Joins scopes with spaces to the value of a `scope` parameter, each once.
  ///
  /// - Parameter scopes: The scopes, in the order in which they are written. Their names are not
  ///   validated.
  public static func text(_ scopes: [Scope]) -> String {
    unique(scopes).map(\.rawValue).joined(separator: " ")
  }

  private static func unique(_ scopes: [Scope]) -> [Scope] {
    // Few scopes are compared one by one, many with a hash table, so that no text causes quadratic time.
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
