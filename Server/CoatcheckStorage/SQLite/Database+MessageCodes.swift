// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import GRDB
import CoatcheckFoundation

// The table of codes that were sent in messages. Only inside a transaction.

extension Database {
  /// The message code of a key.
  func messageCode(_ key: CodeKey) throws -> OneTimeCode? {
    try first(
      """
      SELECT * FROM message_code WHERE kind = ? AND contact = ? AND purpose = ? AND scope = ?
      """,
      Bound.text(key.contact.kind), Bound.text(key.contact.value), Bound.text(key.purpose),
      Bound.text(key.scope)
    ).map { row in
      OneTimeCode(
        key: key, digest: try row.bytes("digest"), device: try row.text("device"),
        sentAt: try row.time("sent_at").date, expiresAt: try row.time("expires_at").date,
        tries: try row.integer("tries"))
    }
  }

  /// Updates a code after an attempt to enter it.
  func apply(_ trial: CodeAttempt, to key: CodeKey) throws {
    let place = "WHERE kind = ? AND contact = ? AND purpose = ? AND scope = ?"
    switch trial {
    case .gone: break
    case .right, .wrong(left: ...0):
      try change(
        "DELETE FROM message_code \(place)", Bound.text(key.contact.kind),
        Bound.text(key.contact.value), Bound.text(key.purpose), Bound.text(key.scope))
    case .wrong(let left):
      try change(
        "UPDATE message_code SET tries = ? \(place)", Bound.integer(left),
        Bound.text(key.contact.kind), Bound.text(key.contact.value), Bound.text(key.purpose),
        Bound.text(key.scope))
    }
  }
}
