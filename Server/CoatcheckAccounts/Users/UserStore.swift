// SPDX-License-Identifier: Apache-2.0

/// Where users' accounts are kept. Every verb is one transaction and returns what came of it.
///
/// Verbs throw the store's own error when it cannot be read or written, and for no other reason.
public protocol UserStore: Sendable {
  /// The user with this identifier, or nil.
  func user(id: String) async throws -> User?

  /// The user with this user name, or nil.
  func user(named name: UserName) async throws -> User?

  /// Adds a user, or replaces the one with the same identifier.
  func save(_ user: User) async throws -> UserSaveOutcome

  /// Replaces a password hash unless it was replaced in between: a stored hash is brought to today's
  /// cost without undoing a change of the password.
  ///
  /// - Returns: False when the user is unknown or has another hash than the expected one.
  func replacePasswordHash(
    of userID: String, expecting: PasswordHash?, with replacement: PasswordHash
  ) async throws -> Bool
}

/// What became of a user that was to be saved.
public enum UserSaveOutcome: Sendable, Equatable {
  /// The identifier was not in use.
  case added
  /// The user with this identifier is as given now.
  case replaced
  /// Another user has this user name. Nothing was changed.
  case nameTaken
}
