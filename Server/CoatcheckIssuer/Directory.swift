// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

/// A user as the authorization server knows one: a stable identifier, and the claims that clients may
/// receive.
public struct DirectoryUser: Sendable, Equatable {
  /// The subject identifier. It is never used again for another user, and is not an e-mail address.
  public let id: String
  /// The user name for the sign-in page; nil when the directory does not tell it.
  public let name: String?
  /// The known claims by their names in
  /// [OpenID Connect Core §5.1](https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims).
  public let claims: JSONObject
  /// Whether the user may sign in and keep sessions now.
  public let standing: Standing

  /// Whether an account is in use.
  public enum Standing: Sendable { case active, disabled }

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - id: The subject identifier. It must never be used again for another user.
  ///   - name: The user name for the sign-in page; nil when the directory does not tell it.
  ///   - claims: The known claims by their OpenID Connect names, without `sub`.
  ///   - standing: Whether the account may be used. A disabled user cannot sign in, and tokens are refused.
  public init(id: String, name: String? = nil, claims: JSONObject, standing: Standing) {
    self.id = id
    self.name = name
    self.claims = claims
    self.standing = standing
  }
}

/// Where the authorization server looks up users. It does not learn how they authenticate.
public protocol Directory: Sendable {
  /// The user with this identifier.
  ///
  /// - Parameter id: The subject identifier, compared byte by byte.
  /// - Returns: Nil when the user is unknown or was removed.
  /// - Throws: Any error when the directory cannot be read. The request that needs the user receives status
  ///   503.
  func user(_ id: String) async throws -> DirectoryUser?
}
