// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckFoundation

/// The social logins of a ``MemoryStore``.
struct SocialState: Sendable {
  /// The user who proved a contact, and the time of the proof.
  struct Proof: Sendable {
    let user: ByteKey
    var at: StoredTime
  }

  var records: [TokenDigest: OneTimeRecord] = [:]
  var codes: [CodeKey: OneTimeCode] = [:]
  var pendings: [TokenDigest: PendingBinding] = [:]
  var links: [ByteKey: SocialLink] = [:]
  var linkIDs: [SocialIdentity: ByteKey] = [:]
  var contacts: [Contact: Proof] = [:]
  var sessions: [ByteKey: SocialSession] = [:]
  var passwords: [ByteKey: [PasswordHash]] = [:]
  var seen: [ByteKey: StoredTime] = [:]
  var removed: Set<ByteKey> = []

  /// The link of an identity.
  func link(_ identity: SocialIdentity) -> SocialLink? { linkIDs[identity].flatMap { links[$0] } }

  /// A user's links, oldest first.
  func links(of user: ByteKey) -> [SocialLink] {
    links.values.filter { ByteKey($0.userID) == user }.sorted { one, other in
      one.createdAt == other.createdAt
        ? ByteKey(one.id) < ByteKey(other.id) : one.createdAt < other.createdAt
    }
  }

  /// A user's contacts, phones first.
  func contacts(of user: ByteKey) -> [Contact] {
    contacts.filter { $0.value.user == user }.keys.sorted { one, other in
      one.kind == other.kind ? ByteKey(one.value) < ByteKey(other.value) : one.kind > other.kind
    }
  }

  /// Adds a link, and removes the pending logins of its identity.
  mutating func insert(_ link: SocialLink) {
    links[ByteKey(link.id)] = link
    linkIDs[link.identity] = ByteKey(link.id)
    endPendings(of: link.identity)
    note(ByteKey(link.userID), at: StoredTime(link.lastUsedAt))
  }

  /// Removes a link, and the pending logins of its identity.
  mutating func remove(_ link: SocialLink) {
    links[ByteKey(link.id)] = nil
    linkIDs[link.identity] = nil
    endPendings(of: link.identity)
  }

  /// Records when a user was active.
  mutating func note(_ user: ByteKey, at time: StoredTime) {
    seen[user] = max(seen[user] ?? time, time)
  }

  /// Updates a code after an attempt to enter it.
  mutating func apply(_ trial: CodeAttempt, to key: CodeKey) {
    switch trial {
    case .right, .wrong(left: ...0): codes[key] = nil
    case .wrong(let left): codes[key] = codes[key]?.with(tries: left)
    case .gone: break
    }
  }

  /// Updates a pending login after an attempt to bind it.
  mutating func apply(_ effect: BindingRule.Effect, to digest: TokenDigest) {
    guard let pending = pendings[digest] else { return }
    switch effect {
    case .none: break
    case .count(let wrong):
      pendings[digest] = pending.with(wrongCodes: wrong, proved: pending.proved)
    case .prove(let contact):
      pendings[digest] = pending.with(wrongCodes: pending.wrongCodes, proved: contact)
    case .end: pendings[digest] = nil
    }
  }

  private mutating func endPendings(of identity: SocialIdentity) {
    pendings = pendings.filter { $0.value.identity != identity }
  }
}
