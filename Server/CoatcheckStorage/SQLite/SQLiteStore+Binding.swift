// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Stores a pending login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(PendingBinding)``.
  public func keep(_ pending: PendingBinding) async throws(StoreError) {
    try pending.checkStorable()
    try await write { database in
      guard try database.pending(pending.digest) == nil else { throw StoreError.taken("login") }
      try database.change(
        "DELETE FROM pending WHERE subject = ? AND app = ? AND provider = ? AND client_id = ?",
        Bound.text(pending.identity.subject), Bound.text(pending.identity.app),
        Bound.text(pending.identity.provider), Bound.text(pending.clientID))
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
      // The transaction already holds SQLite's only write lock when it reads.
      let decision = BindingRule.decide(attempt, try database.findings(for: attempt), at: now)
      if case .bound(let link, let user, let created) = decision.outcome {
        if created { try database.add(user) }
        try database.insert(link)
        try database.prove(attempt.contact, of: user.id, at: now)
      }
      if let trial = decision.trial, let code = attempt.code {
        try database.apply(trial, to: code.key)
      }
      try database.apply(decision.effect, to: attempt.pending)
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
      if let there = try database.link(link.identity) { return there }
      try database.add(user)
      try database.insert(link.stored)
      return link.stored
    }
  }
}

extension Database {
  fileprivate func findings(for attempt: BindingAttempt) throws -> BindingRule.Findings {
    var found = BindingRule.Findings()
    found.pending = try pending(attempt.pending)
    if let code = attempt.code, StoredText.accepts(code.key.texts) {
      found.code = try messageCode(code.key)
    }
    guard let identity = found.pending?.identity else { return found }
    found.identityIsLinked = try link(identity) != nil
    guard let owner = try owner(of: attempt.contact) else { return found }
    found.owner = try user(owner)
    found.ownerIsLinked =
      try count(
        "SELECT count(*) FROM link WHERE user_id = ? AND provider = ?", Bound.text(owner),
        Bound.text(identity.provider)) > 0
    found.ownerSeenAt = try lastSeen(of: owner)
    return found
  }

  /// When a user was active last: a login, a use of a link, or a refresh in a family that is not revoked.
  func lastSeen(of user: String) throws -> Date? {
    try first(
      """
      SELECT max(time) AS seen FROM (
        SELECT seen_at AS time FROM presence WHERE user_id = ?1
        UNION ALL
        SELECT last_used_at FROM link WHERE user_id = ?1
        UNION ALL
        SELECT issued_at FROM refresh JOIN family ON family.key = family_key
        WHERE user_id = ?1 AND revoked_at IS NULL)
      """,
      Bound.text(user))?.optionalTime("seen")?.date
  }
}
