// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

extension CommandContext {
  /// Changes what is stored of an account besides its tokens, while nobody replaces them.
  ///
  /// - Throws: ``ExitStatus/notSignedIn`` if the account is gone; what `change` or the store throws.
  func change(
    _ account: AccountID, _ change: @escaping @Sendable (inout StoredSession) -> Void
  ) async throws -> StoredSession {
    let store = store
    return try await store.withExclusiveAccess(to: account) {
      guard var session = try await store.session(account) else {
        throw CommandFailure(.notSignedIn, "the account was signed out meanwhile")
      }
      change(&session)
      try await store.save(session)
      return session
    }
  }

  /// Makes sure that `name` is nobody else's: a name means one account.
  ///
  /// - Parameter account: whose name it may be already.
  /// - Throws: a usage failure.
  func requireFree(name: String, except account: AccountID) async throws {
    let owner = try await store.sessions(AccountFilter(name: name)).first { $0.account != account }
    guard owner == nil else {
      throw CommandFailure(
        .usage, "the name “\(name)” belongs to another account", code: "name_in_use",
        hint: "choose another name, or rename that account first")
    }
  }

  /// Forgets an account here, once a refresh that is under way has ended.
  ///
  /// - Throws: a storage failure.
  func forget(_ account: AccountID) async throws {
    let store = store
    try await store.withExclusiveAccess(to: account) { try await store.remove(account) }
    if try await store.defaultAccount() == account { try await store.setDefaultAccount(nil) }
  }
}
