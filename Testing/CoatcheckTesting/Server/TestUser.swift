// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckJOSE
public import CoatcheckOAuth

/// A user of a test server.
public struct TestUser: Sendable {
  /// The subject identifier, `sub`.
  public var id: String
  /// The user name.
  public var username: String
  /// The password.
  public var password: Secret
  /// The claims about the user, without `sub`.
  public var claims: JSONObject
  /// Whether the account is active.
  public var standing: User.Standing

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - id: The subject identifier, `sub`.
  ///   - username: The name that the user enters at the sign-in.
  ///   - password: The password.
  ///   - claims: The claims about the user, without `sub`.
  ///   - standing: Whether the account is active.
  public init(
    id: String, username: String, password: Secret, claims: JSONObject = [:],
    standing: User.Standing = .active
  ) {
    self.id = id
    self.username = username
    self.password = password
    self.claims = claims
    self.standing = standing
  }

  /// `alice`, whose password is `correct horse battery staple`.
  public static let alice = TestUser(
    id: "u-alice-4f1d", username: "alice", password: Secret("correct horse battery staple"),
    claims: [
      "name": "Alice Example", "given_name": "Alice", "family_name": "Example",
      "preferred_username": "alice", "email": "alice@example.org", "email_verified": true,
    ])

  /// `bob`, whose password is `tr0ub4dor and three`.
  public static let bob = TestUser(
    id: "u-bob-9c2e", username: "bob", password: Secret("tr0ub4dor and three"),
    claims: ["name": "Bob Example", "email": "bob@example.org", "email_verified": false])
}
