// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import GRDB
import CoatcheckFoundation

// The table of pending logins. Only inside a transaction.

extension Database {
  /// A pending login, also an expired one.
  func pending(_ digest: TokenDigest) throws -> PendingBinding? {
    try first("SELECT * FROM pending WHERE digest = ?", Bound.digest(digest))
      .map(PendingBinding.init(row:))
  }

  func insert(_ pending: PendingBinding) throws {
    let added = try change(
      """
      INSERT INTO pending (
        digest, client_id, device, provider, app, subject, purpose, nickname, avatar, created_at,
        expires_at, wrong_codes, proved_kind, proved)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING
      """,
      Bound.digest(pending.digest), Bound.text(pending.clientID), Bound.text(pending.device),
      Bound.text(pending.identity.provider), Bound.text(pending.identity.app),
      Bound.text(pending.identity.subject), Bound.text(pending.purpose.rawValue),
      Bound.text(pending.nickname), Bound.text(pending.avatar), Bound.time(pending.createdAt),
      Bound.time(pending.expiresAt), Bound.integer(pending.wrongCodes),
      Bound.text(pending.proved?.kind), Bound.text(pending.proved?.value))
    guard added == 1 else { throw StoreError.taken("login") }
  }

  /// Updates a pending login after an attempt to bind it.
  func apply(_ effect: BindingRule.Effect, to digest: TokenDigest) throws {
    switch effect {
    case .none: break
    case .count(let wrong):
      try change(
        "UPDATE pending SET wrong_codes = ? WHERE digest = ?", Bound.integer(wrong),
        Bound.digest(digest))
    case .prove(let contact):
      try change(
        "UPDATE pending SET proved_kind = ?, proved = ? WHERE digest = ?",
        Bound.text(contact.kind), Bound.text(contact.value), Bound.digest(digest))
    case .end:
      try change("DELETE FROM pending WHERE digest = ?", Bound.digest(digest))
    }
  }

  /// Removes the pending logins of an identity.
  func endPendings(of identity: SocialIdentity) throws {
    try change(
      "DELETE FROM pending WHERE subject = ? AND app = ? AND provider = ?",
      Bound.text(identity.subject), Bound.text(identity.app), Bound.text(identity.provider))
  }
}

extension PendingBinding {
  init(row: StoredRow) throws(StoreError) {
    var proved: Contact?
    if let kind = try row.optionalText("proved_kind") {
      proved = try Contact(kind: kind, row.text("proved"))
    }
    self.init(
      digest: try row.digest("digest"), clientID: try row.text("client_id"),
      device: try row.text("device"), identity: try SocialIdentity(row: row),
      purpose: try row.choice("purpose"), nickname: try row.optionalText("nickname"),
      avatar: try row.optionalText("avatar"), createdAt: try row.time("created_at").date,
      expiresAt: try row.time("expires_at").date, wrongCodes: try row.integer("wrong_codes"),
      proved: proved)
  }
}
