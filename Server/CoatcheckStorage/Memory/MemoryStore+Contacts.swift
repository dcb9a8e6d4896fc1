// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Returns the user that verified a contact.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/user(with:)``.
  public func user(with contact: Contact) async throws(StoreError) -> User? {
    try transaction { state in state.social.contacts[contact].flatMap { state.users[$0.user] } }
  }

  /// Returns the verified contacts of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/contacts(of:)``.
  public func contacts(of userID: String) async throws(StoreError) -> [Contact] {
    try transaction { $0.social.contacts(of: ByteKey(userID)) }
  }

  /// Returns when a user was last active.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/lastSeen(of:)``.
  public func lastSeen(of userID: String) async throws(StoreError) -> Date? {
    try transaction { $0.lastSeen(of: ByteKey(userID)) }
  }

  /// Stores that a user has verified a contact.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/prove(_:of:at:)``.
  public func prove(
    _ contact: Contact, of userID: String, at now: Date
  ) async throws(StoreError) -> Bool {
    try StoredText.check([contact.value], of: "contact")
    let user = ByteKey(userID)
    return try transaction { state in
      guard state.users[user] != nil else { return false }
      let proof = state.social.contacts[contact]
      if let proof, proof.user != user { return false }
      state.social.contacts[contact] = .init(user: user, at: StoredTime(now))
      state.social.note(user, at: StoredTime(now))
      // The first proof of a contact ends older sessions and pending changes.
      if proof == nil {
        Self.endWaiting(contact, in: &state)
        _ = Self.endSessions(
          of: user, keeping: .none, "contact_proved", at: now, in: &state)
      }
      return true
    }
  }

  /// Makes a verified phone number the only one of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/replacePhones(of:with:at:)``.
  public func replacePhones(
    of userID: String, with contact: Contact, at now: Date
  ) async throws(StoreError) -> [Contact]? {
    try StoredText.check([contact.value], of: "contact")
    guard case .phone = contact else { return nil }
    let user = ByteKey(userID)
    return try transaction { state in
      guard state.users[user] != nil,
        state.social.contacts[contact].map({ $0.user == user }) ?? true
      else { return nil }
      let replaced = state.social.contacts(of: user).filter {
        $0.kind == contact.kind && $0 != contact
      }
      for old in replaced + [contact] {
        Self.endWaiting(old, in: &state)
        state.social.contacts[old] = nil
      }
      state.social.contacts[contact] = .init(user: user, at: StoredTime(now))
      state.social.note(user, at: StoredTime(now))
      return replaced
    }
  }

  /// Removes a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/removeUser(_:at:)``.
  public func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    let user = ByteKey(id)
    return try transaction { state in
      guard let account = state.users.removeValue(forKey: user) else { return false }
      state.names[account.name] = nil
      state.consents = state.consents.filter { $0.key.bytes.first != user.bytes.first }
      for link in state.social.links(of: user) { state.social.remove(link) }
      for contact in state.social.contacts(of: user) {
        Self.endWaiting(contact, in: &state)
        state.social.contacts[contact] = nil
      }
      _ = Self.endSessions(of: user, keeping: .none, "user_removed", at: now, in: &state)
      state.social.sessions = state.social.sessions.filter { ByteKey($0.value.userID) != user }
      state.social.passwords[user] = nil
      state.social.seen[user] = nil
      state.social.removed.insert(user)
      return true
    }
  }

  /// Changes the password of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/changePassword(of:to:verified:history:keeping:at:)``.
  public func changePassword(
    of userID: String, to hash: PasswordHash, verified: PasswordHash?, history: Int,
    keeping kept: KeptSession, at now: Date
  ) async throws(StoreError) -> EndedUser? {
    let user = ByteKey(userID)
    return try transaction { state in
      guard let account = state.users[user],
        verified == nil || verified == account.passwordHash
      else { return nil }
      let earlier = [account.passwordHash].compactMap(\.self) + (state.social.passwords[user] ?? [])
      state.social.passwords[user] = Array(earlier.prefix(max(history, 0)))
      state.users[user]?.passwordHash = hash
      return Self.endSessions(of: user, keeping: kept, "password_changed", at: now, in: &state)
    }
  }

  /// Returns the earlier password hashes of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/passwordHistory(of:)``.
  public func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash] {
    try transaction { $0.social.passwords[ByteKey(userID)] ?? [] }
  }

  /// Removes the codes and pending logins of a contact.
  private static func endWaiting(_ contact: Contact, in state: inout MemoryState) {
    state.social.codes = state.social.codes.filter { $0.key.contact != contact }
    state.social.pendings = state.social.pendings.filter { $0.value.proved != contact }
  }
}
