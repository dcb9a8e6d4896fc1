// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
import CoatcheckIssuer

extension MemoryStore {
  /// Returns the user with an identifier.
  ///
  /// See ``/CoatcheckAccounts/UserStore/user(id:)``.
  public func user(id: String) async throws -> User? {
    try transaction { $0.users[ByteKey(id)] }
  }

  /// Returns the user with a user name.
  ///
  /// See ``/CoatcheckAccounts/UserStore/user(named:)``.
  public func user(named name: UserName) async throws -> User? {
    try transaction { state in state.names[name].flatMap { state.users[$0] } }
  }

  /// Adds or replaces a user.
  ///
  /// See ``/CoatcheckAccounts/UserStore/save(_:)``.
  public func save(_ user: User) async throws -> UserSaveOutcome {
    try user.checkStorable()
    let key = ByteKey(user.id)
    return try transaction { state throws(StoreError) in
      // The identifier of a removed user is never used again.
      guard !state.social.removed.contains(key) else { throw .taken("user") }
      if let owner = state.names[user.name], owner != key { return .nameTaken }
      let earlier = state.users.updateValue(user, forKey: key)
      if let earlier { state.names[earlier.name] = nil }
      state.names[user.name] = key
      return earlier == nil ? .added : .replaced
    }
  }

  /// Replaces a password hash, unless it was replaced in between.
  ///
  /// See ``/CoatcheckAccounts/UserStore/replacePasswordHash(of:expecting:with:)``.
  public func replacePasswordHash(
    of userID: String, expecting: PasswordHash?, with replacement: PasswordHash
  ) async throws -> Bool {
    try transaction { state in
      guard let user = state.users[ByteKey(userID)], user.passwordHash == expecting else {
        return false
      }
      state.users[ByteKey(userID)]?.passwordHash = replacement
      return true
    }
  }
}
