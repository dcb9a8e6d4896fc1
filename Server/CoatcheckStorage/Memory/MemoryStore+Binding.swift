// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Stores a pending login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(PendingBinding)``.
  public func keep(_ pending: PendingBinding) async throws(StoreError) {
    try pending.checkStorable()
    try transaction { state throws(StoreError) in
      guard state.social.pendings[pending.digest] == nil else { throw .taken("login") }
      state.social.pendings = state.social.pendings.filter {
        $0.value.identity != pending.identity
          || ByteKey($0.value.clientID) != ByteKey(pending.clientID)
      }
      state.social.pendings[pending.digest] = pending.stored
    }
  }

  /// Returns a pending login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/pending(_:at:)``.
  public func pending(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> PendingBinding? {
    try transaction { state in
      guard let pending = state.social.pendings[digest],
        StoredTime(now) < StoredTime(pending.expiresAt)
      else { return nil }
      return pending
    }
  }

  /// Completes a pending login: links its identity to a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/bind(_:)``.
  public func bind(_ attempt: BindingAttempt) async throws(StoreError) -> BindingOutcome {
    try attempt.checkStorable()
    try attempt.newcomer?.checkStorable()
    let now = StoredTime(attempt.now)
    return try transaction { state throws(StoreError) in
      let decision = BindingRule.decide(attempt, Self.findings(for: attempt, in: state), at: now)
      if case .bound(let link, let user, let created) = decision.outcome {
        guard state.social.links[ByteKey(link.id)] == nil else { throw .taken("link") }
        if created { try Self.add(user, to: &state) }
        state.social.insert(link)
        state.social.contacts[attempt.contact] = .init(user: ByteKey(user.id), at: now)
      }
      if let trial = decision.trial, let code = attempt.code {
        state.social.apply(trial, to: code.key)
      }
      state.social.apply(decision.effect, to: attempt.pending)
      return decision.outcome
    }
  }

  /// Links an identity to a new user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/adopt(_:as:)``.
  public func adopt(_ link: SocialLink, as user: User) async throws(StoreError) -> SocialLink {
    try user.checkStorable()
    try link.checkStorable(of: user)
    return try transaction { state throws(StoreError) in
      if let there = state.social.link(link.identity) { return there }
      guard state.social.links[ByteKey(link.id)] == nil else { throw .taken("link") }
      try Self.add(user, to: &state)
      state.social.insert(link.stored)
      return link.stored
    }
  }

  /// Adds a user. If the ID or the name is taken, it throws and changes nothing.
  static func add(_ user: User, to state: inout MemoryState) throws(StoreError) {
    let key = ByteKey(user.id)
    guard state.users[key] == nil, !state.social.removed.contains(key),
      state.names[user.name] == nil
    else { throw .taken("user") }
    state.users[key] = user
    state.names[user.name] = key
  }

  private static func findings(
    for attempt: BindingAttempt, in state: MemoryState
  ) -> BindingRule.Findings {
    var found = BindingRule.Findings()
    found.pending = state.social.pendings[attempt.pending]
    found.code = attempt.code.flatMap { state.social.codes[$0.key] }
    guard let identity = found.pending?.identity else { return found }
    found.identityIsLinked = state.social.link(identity) != nil
    guard let key = state.social.contacts[attempt.contact]?.user else { return found }
    found.owner = state.users[key]
    let links = state.social.links(of: key)
    found.ownerIsLinked = links.contains {
      ByteKey($0.identity.provider) == ByteKey(identity.provider)
    }
    found.ownerSeenAt = state.lastSeen(of: key)
    return found
  }
}

extension MemoryState {
  /// When a user was active last: a login, a use of a link, or a refresh in a family that is not revoked.
  func lastSeen(of user: ByteKey) -> Date? {
    let refreshed = refresh.values.filter { token in
      guard let family = families[ByteKey(token.record.familyID)] else { return false }
      return family.revokedAt == nil && ByteKey(family.userID) == user
    }
    return ([social.seen[user]?.date] + refreshed.map(\.record.issuedAt)).compactMap(\.self).max()
  }
}
