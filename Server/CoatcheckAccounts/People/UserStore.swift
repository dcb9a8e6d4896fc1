// SPDX-License-Identifier: Apache-2.0

/// Where people's accounts are kept. Every verb is one transaction and returns what came of it.
///
/// Verbs throw the store's own error when it cannot be read or written, and for no other reason.
public protocol UserStore: Sendable {
  /// The person with this identifier, or nil.
  func user(id: String) async throws -> User?

  /// The person with this user name, or nil.
  func user(named name: UserName) async throws -> User?

  /// Adds a person, or replaces the one with the same identifier.
  func save(_ user: User) async throws -> UserSaveOutcome

  /// Replaces a password hash if nobody else did in between: a stored hash is brought to today's
  /// cost without undoing a change of the password.
  ///
  /// - Returns: false when the person is unknown or has another hash than the expected one.
  func replacePasswordHash(
    of userID: String, expecting: PasswordHash?, with replacement: PasswordHash
  ) async throws -> Bool
}

/// What became of a person that was to be saved.
public enum UserSaveOutcome: Sendable, Equatable {
  /// Nobody had this identifier before.
  case added
  /// The person with this identifier is as given now.
  case replaced
  /// Somebody else has this user name. Nothing was changed.
  case nameTaken
}
