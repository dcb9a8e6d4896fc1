// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

/// A user with an account.
public struct User: Sendable, Equatable {
  /// Whether an account is in use.
  public enum Standing: String, Sendable { case active, disabled }

  /// The subject identifier: never reused, and no e-mail address.
  public let id: String
  /// What the user types to sign in. No two users share one.
  public var name: UserName
  /// The stored password; nil when the user signs in by other means.
  public var passwordHash: PasswordHash?
  /// What may be said about the user, by the names of OpenID Connect Core §5.1.
  public var claims: JSONObject
  /// Whether the user may sign in.
  public var standing: Standing

  /// Describes a user.
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
