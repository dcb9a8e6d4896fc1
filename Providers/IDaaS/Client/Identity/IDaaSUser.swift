// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Who is signed in, as an ID token says.
public struct IDaaSUser: Sendable {
  private let stated: JSONObject

  /// All claims, those in the JSON text of the claim `api` among them.
  public var claims: JSONObject { Self.flattened(stated) }

  /// The user behind claims.
  ///
  /// - Parameter claims: The claims. Where they have a claim `api`, its members are added; none of them takes
  ///   the place of a claim that is there or that a specification defines.
  public init(claims: JSONObject) {
    stated = claims
  }

  /// The user that a token names, without any look at whether it is valid or expired: for showing a name, and
  /// never for letting a user in.
  ///
  /// - Throws: `unreadable` when it is no ID token.
  public init(unverified token: Secret) throws(OAuthError) {
    do {
      self.init(claims: try UnverifiedJWT(token.reveal()).unverifiedClaimsForDisplay())
    } catch {
      throw .unreadable(.idTokenInvalid, "The ID token cannot be read: \(error.reason).")
    }
  }

  /// The user's id at the tenant.
  public var id: String { SubjectRule.wordOrID.subject(in: stated) ?? "" }
  /// The display name.
  public var name: String? { text("name") }
  /// The login name.
  public var userName: String? { text("userName") }
  /// The phone number: `+86-13800000000`.
  public var mobile: String? { text("mobile") }
  /// The e-mail address.
  public var email: String? { text("email") }
  /// The issuer.
  public var issuer: String? { text("iss") }
  /// When the token ends.
  public var expiresAt: Date? {
    stated["exp"]?.doubleValue.map(Date.init(timeIntervalSince1970:))
  }

  /// A text that is not empty: the service sends empty ones for what is not known.
  private func text(_ name: String) -> String? {
    // The nested text is read only for what is not stated beside it.
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

  /// The claims that specifications define: a nested one must not move the end of a token.
  private static let registered: Set<String> = [
    "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "auth_time", "nonce", "acr", "amr", "azp",
    "at_hash", "c_hash", "sid", "api",
  ]
}

extension IDaaSUser: CustomStringConvertible, CustomReflectable {
  /// The id; no phone number and no name.
  public var description: String { "IDaaSUser(\(id))" }
  /// The names of the claims.
  public var customMirror: Mirror { Mirror(self, children: ["id": id, "claims": claims.names]) }
}
