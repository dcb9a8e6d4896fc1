// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

/// A person with an account.
public struct User: Sendable, Equatable {
  /// Whether an account is in use.
  public enum Standing: String, Sendable { case active, disabled }

  /// The subject identifier: never reused, and no e-mail address.
  public let id: String
  /// What the person types to sign in. No two people share one.
  public var name: UserName
  /// The stored password; nil when the person signs in by other means.
  public var passwordHash: PasswordHash?
  /// What may be said about the person, by the names of OpenID Connect Core §5.1.
  public var claims: JSONObject
  /// Whether the person may sign in.
  public var standing: Standing

  /// Describes a person.
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
