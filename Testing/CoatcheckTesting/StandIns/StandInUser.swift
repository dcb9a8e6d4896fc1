// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// Somebody a stand-in knows.
public struct StandInUser: Sendable {
  /// Who they are to the service.
  public let id: String
  /// What they type to say who they are.
  public let username: String
  /// What they type to prove it.
  public let password: Secret

  /// A person.
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
