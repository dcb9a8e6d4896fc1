// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckPostgreSQL

/// What a transaction keeps others away from, whether there is a row of it or not: an advisory lock until its end.
///
/// A verb that decides by several tables locks by name what it decides about: the user, the identity, the contact.
/// All locks of a verb are taken together in the order of their numbers, so that no two verbs wait for each other.
/// https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS
struct NamedLock: Hashable, Sendable {
  let number: Int64

  private init(_ kind: String, _ texts: [String]) {
    let digest = TokenDigest(of: Secret(([kind] + texts).joined(separator: "\0")))
    number = digest.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  static func user(_ id: String) -> NamedLock { NamedLock("user", [id]) }
  static func contact(_ contact: Contact) -> NamedLock {
    NamedLock("contact", [contact.kind, contact.value])
  }
  static func identity(_ identity: SocialIdentity) -> NamedLock {
    NamedLock("identity", identity.texts)
  }
  static func consent(user: String, client: String) -> NamedLock {
    NamedLock("consent", [user, client])
  }
  static func client(_ id: String) -> NamedLock { NamedLock("client", [id]) }
  static let sweep = NamedLock("sweep", [])
  static let schema = NamedLock("schema", [])
}

extension PostgreSQLConnection {
  /// Takes locks until the end of the transaction, together with the next statement.
  func lock(_ locks: NamedLock...) { lock(Set(locks)) }

  /// Takes locks until the end of the transaction, together with the next statement.
  func lock(_ locks: Set<NamedLock>) {
    for number in locks.map(\.number).sorted() {
      // As a text, since the function returns a type that is read nowhere.
      later("SELECT pg_advisory_xact_lock($1)::text", .number(number))
    }
  }
}
