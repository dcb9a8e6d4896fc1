// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

extension Session {
  /// Moves the stored session to another name, to another store, or both.
  ///
  /// The new record is stored before the old one is removed. When anything fails, the old record is
  /// unchanged and the new one is removed again. No refresh runs meanwhile.
  ///
  /// - Parameters:
  ///   - name: The new name.
  ///   - target: The store.
  ///   - accessibility: When a keychain lets it be read; nil for as before.
  /// - Returns: The session as it is stored now. If that is another record, this session can be used
  ///   until its tokens have to be replaced, and ends then, because its own record was removed.
  /// - Throws: `sessionEnded` when the session is no longer stored; what the stores throw.
  package func move(
    to name: String, in target: any TokenStore, accessibility: KeychainAccessibility? = nil
  ) async throws(OAuthError) -> StoredSession {
    let destination = try state.snapshot().stored.account(named: name)
    // The locks are taken in a fixed order, so that two moves in opposite directions do not deadlock.
    let ways = [(store, account), (target, destination)].sorted {
      $0.1.fingerprint < $1.1.fingerprint
    }
    do {
      return try await ways[0].0.withExclusiveAccess(to: ways[0].1) {
        try await ways[1].0.withExclusiveAccess(to: ways[1].1) {
          try await self.moveAlone(to: destination, name, target, accessibility)
        }
      }
    } catch {
      throw OAuthError.known(error) ?? .store("the lock cannot be had")
    }
  }

  private func moveAlone(
    to destination: AccountID, _ name: String, _ target: any TokenStore,
    _ accessibility: KeychainAccessibility?
  ) async throws(OAuthError) -> StoredSession {
    guard let stored = try await store.session(account) else {
      throw .ended(.signedOutElsewhere)
    }
    let replaced = try await target.session(destination)
    var next = stored
    let isSamePlace = destination == account && target.place.location == store.place.location
    if stored.guardedItem != nil, !isSamePlace {
      // A refresh token behind the user's presence stays with its record: the user is prompted to read
      // it.
      next = try await store.renewable(stored)
      next.guardedItem = nil
    }
    next.account = destination
    next.name = name
    next.accessibility = accessibility ?? stored.accessibility
    // The generation also distinguishes the new record from the old one of the same account.
    next.generation = max(stored.generation, replaced?.generation ?? 0) + 1
    try await target.save(next)
    do throws(OAuthError) {
      // Under the same account in the same store the new record has replaced the old one.
      if destination == account, try await store.session(account)?.generation == next.generation {
        return next
      }
      try await store.remove(account)
    } catch {
      // Restores what the target store had before.
      if let replaced {
        try? await target.save(replaced)
      } else {
        try? await target.remove(destination)
      }
      throw error
    }
    return next
  }
}

extension StoredSession {
  /// Whether neither the provider nor the program said who the user is.
  var isAnonymous: Bool {
    idToken == nil && dialect.subjectMember == nil
      && account.subject.hasPrefix(AccountID.anonymousPrefix)
  }

  /// The account of the session under another name: the same one, unless the provider does not identify
  /// the user and the name is the subject.
  fileprivate func account(named name: String) -> AccountID {
    let isNamedOnly =
      idToken == nil && dialect.subjectMember == nil && userInfoEndpoint == nil
      && (self.name == account.subject || isAnonymous)
    return isNamedOnly
      ? AccountID(issuer: account.issuer, clientID: account.clientID, subject: name) : account
  }
}
