// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

/// A user account.
public struct User: Sendable, Equatable {
  /// Whether the user may sign in: an `active` user may, a `disabled` one may not.
  public enum Standing: String, Sendable { case active, disabled }

  /// The subject identifier, as in the claim `sub`. It is never reused and is not an e-mail address.
  public let id: String
  /// The name with which the user signs in. No two users have the same.
  public var name: UserName
  /// The hash of the password; nil when the user has no password and signs in by other means.
  public var passwordHash: PasswordHash?
  /// Claims about the user, with the names of
  /// [OpenID Connect Core §5.1](https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims).
  public var claims: JSONObject
  /// Whether the user may sign in.
  public var standing: Standing

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - id: The subject identifier, never reused.
  ///   - name: The name with which the user signs in.
  ///   - passwordHash: The hash of the password; nil for a user without a password.
  ///   - claims: Claims about the user, with their names in OpenID Connect; a store keeps at most 64 KiB.
  ///   - standing: Whether the user may sign in.
  public init(
    id: String, name: UserName, passwordHash: PasswordHash? = nil, claims: JSONObject = [:],
    standing: Standing = .active
  ) {
    self.id = id
    self.name = name
    self.passwordHash = passwordHash
    self.claims = claims
    self.standing = standing
  }
}
