// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import Foundation

extension AdministrationStoreContract {
  /// Accounts that are copied from one store to another.
  package static let accounts = [
    Check("an account is added with all its parts and read back unchanged") { store in
      let account = try sampleAccount("u")
      try await require(store.account("u"), is: nil)
      try await require(store.add(account, at: moment(5)), is: .added)
      try await require(store.account("u"), is: account)
      try await require(store.user(named: account.user.name), is: account.user)
      try await require(store.user(with: samplePhone), is: account.user)
      try await require(store.link(sampleIdentity()), is: account.links[0])
      try await require(store.passwordHistory(of: "u"), is: account.passwordHistory)
      try await require(store.consent(user: "u", client: "web"), is: ["openid", "email"])
    },
    Check("an account is added whole or not at all") { store in
      try await require(store.add(sampleAccount("u"), at: moment(5)), is: .added)
      _ = try await store.save(User(id: "gone", name: UserName("gone")))
      _ = try await store.removeUser("gone", at: moment(5))
      let other = try sampleAccount("v")
      let rows: [(UserAccount, AccountAddition.Taken)] = [
        (try sampleAccount("u"), .id),
        (UserAccount(user: User(id: "gone", name: try UserName("x"))), .id),
        (UserAccount(user: User(id: "v", name: try UserName("name-of-u"))), .username),
        (
          UserAccount(user: other.user, contacts: [.email("v@example.org"), samplePhone]), .contact
        ),
        (UserAccount(user: other.user, contacts: [otherPhone], links: other.links), .link),
      ]
      for (account, taken) in rows {
        try await require(store.add(account, at: moment(6)), is: .taken(taken), "\(taken)")
        try await require(store.account("v"), is: nil, "\(taken)")
      }
      try await requireInvalid("another user's link") {
        _ = try await store.add(
          UserAccount(user: other.user, links: [sampleLink("l", of: "u")]), at: moment(6))
      }
      try await requireInvalid("another user's consent") {
        let consent = Consent(userID: "u", clientID: "app", scopes: [])
        _ = try await store.add(UserAccount(user: other.user, consents: [consent]), at: moment(6))
      }
    },
  ]

  /// The audit log.
  package static let audit = [
    Check("the audit log is read newest first, page by page, by event, user and client") { store in
      var entries: [AuditEntry] = []
      for n in 1...6 {
        let event = n.isMultiple(of: 2) ? "even" : "odd"
        let subject: String? = n < 4 ? "u" : nil
        let client: String? = n == 3 ? "é" : nil
        entries.append(
          AuditEntry(
            time: moment(Double(n)), event: event, actor: "uid 0", subject: subject, client: client,
            address: "127.0.0.1", details: ["n": String(n), "é": "Ж"]))
      }
      try await store.keepAudit(Array(entries[..<4]))
      try await store.keepAudit([])
      try await store.keepAudit(Array(entries[4...]))
      let all = try await store.audit(AuditFilter(), before: nil, limit: 9)
      try require(
        all.map { $0.stored(0, at: $0.time) }, is: Array(entries.reversed()), "what was kept")
      try require(all.map(\.number), is: all.map(\.number).sorted(by: >))
      let rows: [(filter: AuditFilter, found: [String])] = [
        (AuditFilter(event: "odd"), ["5", "3", "1"]), (AuditFilter(subject: "u"), ["3", "2", "1"]),
        (AuditFilter(client: "é"), ["3"]), (AuditFilter(event: "even", subject: "u"), ["2"]),
        (AuditFilter(event: "Odd"), []), (AuditFilter(event: "\0"), []),
      ]
      for row in rows {
        let found = try await store.audit(row.filter, before: nil, limit: 9)
        try require(found.compactMap { $0.details["n"] }, is: row.found, "\(row.filter)")
      }
      let page = try await store.audit(AuditFilter(), before: all[1].number, limit: 2)
      try require(page, is: Array(all[2...3]))
      try await require(store.audit(AuditFilter(), before: nil, limit: -1), is: [])
      try await requireInvalid("an event with a NUL") {
        try await store.keepAudit([AuditEntry(time: moment(1), event: "\0")])
      }
    },
    Check("old entries of the audit log are removed, the oldest first") { store in
      try await store.keepAudit([3, 1, 2].map { AuditEntry(time: moment($0), event: "\($0)") })
      try await require(store.sweepAudit(before: moment(3), limit: 1), is: 1)
      try await require(
        store.audit(AuditFilter(), before: nil, limit: 9).map(\.event), is: ["2.0", "3.0"])
      try await require(store.sweepAudit(before: moment(3), limit: 9), is: 1)
      try await require(store.sweepAudit(before: moment(3), limit: 9), is: 0)
      try await require(store.audit(AuditFilter(), before: nil, limit: 9).count, is: 1)
    },
  ]

  private static func sampleAccount(_ id: String) throws -> UserAccount {
    UserAccount(
      user: User(
        id: id, name: try UserName("name-of-\(id)"), passwordHash: try sampleHash(1),
        claims: ["name": "Ж"], standing: .disabled),
      contacts: [samplePhone, .email("a@example.org")],
      links: [sampleLink("link of \(id)", of: id)],
      passwordHistory: [try sampleHash(2), try sampleHash(3)],
      consents: [
        Consent(userID: id, clientID: "app", scopes: ["openid"]),
        Consent(userID: id, clientID: "web", scopes: ["openid", "email"]),
      ])
  }
}
