// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The same mistake in the calls for social logins.
extension CarelessStore: SocialStore {
  func take(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord? {
    let record = try await inner.record(kind, digest, at: now)
    await crossing.meet()
    _ = try await inner.take(kind, digest, at: now)
    return record
  }

  func attempt(_ code: TypedCode, at now: Date) async throws(StoreError) -> CodeAttempt {
    guard let sent = kept.withLock({ $0.sent[code.key] }) else { return .gone }
    await crossing.meet()
    guard sent.digest == code.digest else {
      kept.withLock { state in
        state.sent[code.key] = OneTimeCode(
          key: sent.key, digest: sent.digest, device: sent.device, sentAt: sent.sentAt,
          expiresAt: sent.expiresAt, tries: sent.tries - 1)
        if sent.tries == 1 { state.sent[code.key] = nil }
      }
      return .wrong(left: sent.tries - 1)
    }
    kept.withLock { $0.sent[code.key] = nil }
    return .right
  }

  func bind(_ attempt: BindingAttempt) async throws(StoreError) -> BindingOutcome {
    guard let pending = kept.withLock({ $0.pendings[attempt.pending] }) else { return .stateGone }
    await crossing.meet()
    let owner = kept.withLock { state in state.owners[attempt.contact].flatMap { state.users[$0] }
    }
    guard kept.withLock({ $0.links[pending.identity] }) == nil else { return .identityTaken }
    await crossing.meet()
    if let code = attempt.code,
      case .wrong(let left) = try await self.attempt(code, at: attempt.now)
    {
      return .codeWrong(left: left)
    }
    guard let user = owner ?? attempt.newcomer else { return .contactUnknown }
    let link = SocialLink(
      id: attempt.linkID, identity: pending.identity, userID: user.id, createdAt: attempt.now,
      lastUsedAt: attempt.now)
    kept.withLock { state in
      state.links[pending.identity] = link
      state.users[user.id] = user
      state.owners[attempt.contact] = user.id
      state.pendings = state.pendings.filter { $0.value.identity != pending.identity }
    }
    return .bound(link, user, created: owner == nil)
  }

  func link(_ identity: SocialIdentity) async throws(StoreError) -> SocialLink? {
    kept.withLock { $0.links[identity] }
  }

  func links(of userID: String) async throws(StoreError) -> [SocialLink] {
    kept.withLock { $0.links.values.filter { $0.userID == userID } }
  }

  func adopt(_ link: SocialLink, as user: User) async throws(StoreError) -> SocialLink {
    if let there = kept.withLock({ $0.links[link.identity] }) { return there }
    await crossing.meet()
    kept.withLock { state in
      state.links[link.identity] = link
      state.users[user.id] = user
    }
    return link
  }

  func unlink(
    _ id: String, of userID: String, at now: Date
  ) async throws(StoreError) -> UnlinkOutcome {
    guard let link = kept.withLock({ $0.links.values.first { $0.id == id } }) else {
      return .unknown
    }
    await crossing.meet()
    kept.withLock { state in
      state.links[link.identity] = nil
      state.pendings = state.pendings.filter { $0.value.identity != link.identity }
    }
    _ = try await inner.revokeFamily("f" + id.dropFirst(), reason: "unlinked", at: now)
    return .unlinked(link)
  }

  func prove(
    _ contact: Contact, of userID: String, at now: Date
  ) async throws(StoreError) -> Bool {
    if let owner = kept.withLock({ $0.owners[contact] }), owner != userID { return false }
    await crossing.meet()
    kept.withLock { $0.owners[contact] = userID }
    return true
  }

  func replacePhones(
    of userID: String, with contact: Contact, at now: Date
  ) async throws(StoreError) -> [Contact]? {
    if let owner = kept.withLock({ $0.owners[contact] }), owner != userID { return nil }
    await crossing.meet()
    return kept.withLock { state in
      let replaced = state.owners.filter { $0.value == userID && $0.key.kind == contact.kind }
      for old in replaced.keys { state.owners[old] = nil }
      state.owners[contact] = userID
      return replaced.keys.filter { $0 != contact }
    }
  }

  func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    let links = try await links(of: id)
    await crossing.meet()
    for link in links { kept.withLock { $0.links[link.identity] = nil } }
    kept.withLock { state in
      state.users[id] = nil
      state.owners = state.owners.filter { $0.value != id }
    }
    return true
  }

  // The calls below are correct.

  func keep(_ record: OneTimeRecord) async throws(StoreError) { try await inner.keep(record) }
  func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord? {
    try await inner.record(kind, digest, at: now)
  }
  func keep(_ code: OneTimeCode) async throws(StoreError) {
    kept.withLock { $0.sent[code.key] = code }
  }
  func keep(_ pending: PendingBinding) async throws(StoreError) {
    kept.withLock { $0.pendings[pending.digest] = pending }
  }
  func pending(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> PendingBinding? {
    kept.withLock { $0.pendings[digest] }
  }
  func noteRevokedUpstream(
    _ identity: SocialIdentity, endsSessions: Bool, at now: Date
  ) async throws(StoreError) -> SocialLink? {
    try await inner.noteRevokedUpstream(identity, endsSessions: endsSessions, at: now)
  }
  func user(with contact: Contact) async throws(StoreError) -> User? {
    kept.withLock { state in state.owners[contact].flatMap { state.users[$0] } }
  }
  func contacts(of userID: String) async throws(StoreError) -> [Contact] {
    kept.withLock { $0.owners.filter { $0.value == userID }.map(\.key) }
  }
  func lastSeen(of userID: String) async throws(StoreError) -> Date? {
    try await inner.lastSeen(of: userID)
  }
  func changePassword(
    of userID: String, to hash: PasswordHash, verified: PasswordHash?, history: Int,
    keeping kept: KeptSession, at now: Date
  ) async throws(StoreError) -> EndedUser? {
    try await inner.changePassword(
      of: userID, to: hash, verified: verified, history: history, keeping: kept, at: now)
  }
  func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash] {
    try await inner.passwordHistory(of: userID)
  }
  func linkedUser(
    behind identity: SocialIdentity, within limit: AttemptLimit, at now: Date
  ) async throws(StoreError) -> LinkedUser? {
    guard let link = kept.withLock({ $0.links[identity] }),
      let user = kept.withLock({ $0.users[link.userID] })
    else { return nil }
    return LinkedUser(
      link: link, user: user, contacts: try await contacts(of: user.id), limit: limit,
      attempt: .allowed(1))
  }
  func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord,
    within limit: AttemptLimit?
  ) async throws(StoreError) -> Attempt? {
    try await inner.open(family, first: first)
    guard let limit else { return nil }
    return try await inner.attempt(
      limit.key, limit: limit.limit, window: limit.window, at: family.createdAt)
  }
  func session(_ familyID: String) async throws(StoreError) -> SocialSession? {
    try await inner.session(familyID)
  }
  func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int {
    try await inner.sweepSocial(limit: limit, at: now)
  }
}
