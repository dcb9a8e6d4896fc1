// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The user that an ID token or the user info endpoint describes.
public struct IDaaSUser: Sendable {
  private let stated: JSONObject

  /// All claims, including those in the JSON text of the claim `api`.
  public var claims: JSONObject { Self.flattened(stated) }

  /// Creates a user from claims.
  ///
  /// - Parameter claims: The claims. The members of the JSON text in a claim `api` are added; they never
  ///   replace a claim that is present or that a specification defines.
  public init(claims: JSONObject) {
    stated = claims
  }

  /// Reads the user that a token names without validating the token: for showing a name, never for
  /// authorizing a user.
  ///
  /// - Parameter token: The ID token, a JWT.
  /// - Throws: `unreadable` with `idTokenInvalid` when it is not a JWT with readable claims.
  public init(unverified token: Secret) throws(OAuthError) {
    do {
      self.init(claims: try UnverifiedJWT(token.reveal()).unverifiedClaimsForDisplay())
    } catch {
      throw .unreadable(.idTokenInvalid, "The ID token cannot be read: \(error.reason).")
    }
  }

  /// The identifier of the user at the tenant; empty when the claims have no identifier.
  public var id: String { SubjectRule.wordOrID.subject(in: stated) ?? "" }
  /// The display name.
  public var name: String? { text("name") }
  /// The name with which the user signs in: the claim `userName`.
  public var userName: String? { text("userName") }
  /// The phone number with a hyphen after the area code: `+86-13800000000`.
  public var mobile: String? { text("mobile") }
  /// The e-mail address.
  public var email: String? { text("email") }
  /// The issuer of the token: the claim `iss`.
  public var issuer: String? { text("iss") }
  /// The time at which the token expires: the claim `exp`.
  public var expiresAt: Date? {
    stated["exp"]?.doubleValue.map(Date.init(timeIntervalSince1970:))
  }

  /// A claim that is a text; nil for an empty one, which the service sends for an unknown value.
  private func text(_ name: String) -> String? {
    // A claim of the token has precedence over a claim in the JSON text within it.
    (stated[name] ?? claims[name])?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func flattened(_ claims: JSONObject) -> JSONObject {
    guard let text = claims["api"]?.stringValue,
      let nested = try? JSONObject(parsing: Array(text.utf8))
    else { return claims }
    var all = claims
    for (name, value) in nested where !registered.contains(name) && all[name] == nil {
      all[name] = value
    }
    return all
  }

  /// Claims that specifications define. They are not read from the JSON text within the token: a nested
  /// `exp` must not change the expiry.
  private static let registered: Set<String> = [
    "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "auth_time", "nonce", "acr", "amr", "azp",
    "at_hash", "c_hash", "sid", "api",
  ]
}

extension IDaaSUser: CustomStringConvertible, CustomReflectable {
  /// The identifier, without phone number and name.
  public var description: String { "IDaaSUser(\(id))" }
  /// A mirror with the identifier and the names of the claims, without their values.
  public var customMirror: Mirror { Mirror(self, children: ["id": id, "claims": claims.names]) }
}
