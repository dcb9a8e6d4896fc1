// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckPostgreSQL

/// An advisory lock until the end of a transaction, for something that may not have a row to lock.
///
/// A verb whose decision depends on several tables locks the user, the identity and the contact by name. It
/// takes all its locks together in the order of their numbers, so that two verbs cannot deadlock.
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
      // As a text, since the result type void is not decoded.
      later("SELECT pg_advisory_xact_lock($1)::text", .number(number))
    }
  }
}
