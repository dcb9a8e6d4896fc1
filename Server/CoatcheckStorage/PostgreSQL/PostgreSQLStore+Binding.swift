// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Stores a pending login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(PendingBinding)``.
  public func keep(_ pending: PendingBinding) async throws(StoreError) {
    try pending.checkStorable()
    try await write { database in
      database.lock(.identity(pending.identity))
      guard try database.pending(pending.digest) == nil else { throw StoreError.taken("login") }
      database.later(
        "DELETE FROM pending WHERE identity = $1 AND client_id = $2",
        .identity(pending.identity), .text(pending.clientID))
      try database.insert(pending)
    }
  }

  /// Returns a pending login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/pending(_:at:)``.
  public func pending(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> PendingBinding? {
    try await read { database in
      guard let pending = try database.pending(digest),
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
    return try await write { database in
      let decision = BindingRule.decide(attempt, try database.findings(for: attempt), at: now)
      if case .bound(let link, let user, let created) = decision.outcome {
        if created { try database.add(user) }
        try database.insert(link)
        database.prove(attempt.contact, of: user.id, at: now)
      }
      if let trial = decision.trial, let code = attempt.code {
        database.apply(trial, to: code.key)
      }
      database.apply(decision.effect, to: attempt.pending)
      return decision.outcome
    }
  }

  /// Links an identity to a new user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/adopt(_:as:)``.
  public func adopt(_ link: SocialLink, as user: User) async throws(StoreError) -> SocialLink {
    try user.checkStorable()
    try link.checkStorable(of: user)
    return try await write { database in
      database.lock(.identity(link.identity), .user(user.id))
      if let there = try database.link(link.identity) { return there }
      try database.add(user)
      try database.insert(link.stored)
      return link.stored
    }
  }
}

extension PostgreSQLConnection {
  /// Locks and reads what an attempt depends on: the identity, the contact, and the users that it may be
  /// bound to.
  ///
  /// The pending login and the contact determine which these are. Both are read once before the locks and
  /// again afterwards.
  fileprivate func findings(for attempt: BindingAttempt) throws -> BindingRule.Findings {
    var found = BindingRule.Findings()
    let before = try together([.pending(attempt.pending), .owner(of: attempt.contact)])
    // Without the pending login, the attempt ends.
    guard let row = before[0].first else { return found }
    let identity = try PendingBinding(row: row.stored).identity
    let owner = try before[1].first?.stored.text("user_id")
    let users = [owner, attempt.newcomer?.id].compactMap(\.self)
    lock(Set(users.map { .user($0) } + [.identity(identity), .contact(attempt.contact)]))
    let code = attempt.code.flatMap { StoredText.accepts($0.key.texts) ? $0.key : nil }
    let held = try together([
      .owner(of: attempt.contact), .heldPending(attempt.pending), .heldMessageCode(code),
      .link(identity), .user(owner),
      PreparedCall(
        "SELECT id FROM link WHERE user_id = $1 AND provider = $2", .text(owner),
        .text(identity.provider)),
      .lastSeen(of: owner),
    ]).map(\.first)
    let ownerNow = try held[0]?.stored.text("user_id")
    guard ownerNow.map({ Array($0.utf8) }) == owner.map({ Array($0.utf8) }) else {
      throw PostgreSQLFailure.changedMeanwhile
    }
    found.pending = try held[1].map { try PendingBinding(row: $0.stored) }
    if let code { found.code = try held[2].map { try OneTimeCode(row: $0.stored, of: code) } }
    found.identityIsLinked = held[3] != nil
    found.owner = try held[4].map { try User(row: $0.stored) }
    found.ownerIsLinked = held[5] != nil
    found.ownerSeenAt = try held[6]?.stored.optionalTime("seen")?.date
    return found
  }

  fileprivate func insert(_ pending: PendingBinding) throws {
    let added = try change(
      """
      INSERT INTO pending (
        digest, identity, client_id, device, provider, app, subject, purpose, nickname, avatar,
        created_at, expires_at, wrong_codes, proved_kind, proved)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      ON CONFLICT (digest) DO NOTHING
      """,
      .digest(pending.digest), .identity(pending.identity), .text(pending.clientID),
      .text(pending.device), .text(pending.identity.provider), .text(pending.identity.app),
      .text(pending.identity.subject), .text(pending.purpose.rawValue), .text(pending.nickname),
      .text(pending.avatar), .time(pending.createdAt), .time(pending.expiresAt),
      .integer(pending.wrongCodes), .text(pending.proved?.kind), .text(pending.proved?.value))
    guard added == 1 else { throw StoreError.taken("login") }
  }

  /// Updates a pending login after an attempt to bind it.
  fileprivate func apply(_ effect: BindingRule.Effect, to digest: TokenDigest) {
    switch effect {
    case .none: break
    case .count(let wrong):
      later(
        "UPDATE pending SET wrong_codes = $1 WHERE digest = $2", .integer(wrong), .digest(digest))
    case .prove(let contact):
      later(
        "UPDATE pending SET proved_kind = $1, proved = $2 WHERE digest = $3",
        .text(contact.kind), .text(contact.value), .digest(digest))
    case .end:
      later("DELETE FROM pending WHERE digest = $1", .digest(digest))
    }
  }
}
