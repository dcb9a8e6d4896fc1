// SPDX-License-Identifier: Apache-2.0

/// The storage of user accounts. Each operation is one transaction and returns its outcome.
///
/// Operations throw the store's own error, which is `StoreError` for the stores of this package, when the
/// store cannot be read or written. An expected outcome is a returned value, not an error.
public protocol UserStore: Sendable {
  /// Returns the user with this identifier; nil when there is no such user.
  ///
  /// - Parameter id: The subject identifier.
  /// - Throws: The store's own error when the store cannot be read.
  func user(id: String) async throws -> User?

  /// Returns the user with this user name; nil when there is no such user.
  ///
  /// - Throws: The store's own error when the store cannot be read.
  func user(named name: UserName) async throws -> User?

  /// Adds a user, or replaces the user with the same identifier.
  ///
  /// - Throws: The store's own error when the store cannot be written, or when no store keeps the user:
  ///   its identifier was that of a removed user, its texts contain a NUL or are over 64 KiB, or its
  ///   claims are over 64 KiB. The stores of this package throw `StoreError` with `invalidRecord` then,
  ///   and nothing was changed.
  func save(_ user: User) async throws -> UserSaveOutcome

  /// Replaces a password hash unless it was replaced in between. This updates the cost of a stored hash
  /// without undoing a change of the password.
  ///
  /// - Parameters:
  ///   - userID: The subject identifier of the user.
  ///   - expecting: The hash that must be stored; nil when the user must have no password.
  ///   - replacement: The new hash of the same password.
  /// - Returns: False when the user is unknown or has another hash than the expected one; nothing was
  ///   changed then.
  /// - Throws: The store's own error when the store cannot be read or written.
  func replacePasswordHash(
    of userID: String, expecting: PasswordHash?, with replacement: PasswordHash
  ) async throws -> Bool
}

/// The outcome of saving a user.
public enum UserSaveOutcome: Sendable, Equatable {
  /// The user was added: the identifier was not in use.
  case added
  /// The user with this identifier was replaced.
  case replaced
  /// Another user has this user name. Nothing was changed.
  case nameTaken
}
