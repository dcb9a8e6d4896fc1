// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// A user of a stand-in.
public struct StandInUser: Sendable {
  /// The user's identifier at the service.
  public let id: String
  /// The user name.
  public let username: String
  /// The password.
  public let password: Secret

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - id: The user's identifier at the service.
  ///   - username: The name that the user enters at the sign-in.
  ///   - password: The password.
  public init(id: String, username: String, password: Secret) {
    self.id = id
    self.username = username
    self.password = password
  }

  /// `alice`, whose password is `wonderland`.
  public static let alice = StandInUser(
    id: "u-alice", username: "alice", password: Secret("wonderland"))
  /// `bob`, whose password is `can we fix it`.
  public static let bob = StandInUser(
    id: "u-bob", username: "bob", password: Secret("can we fix it"))
}
