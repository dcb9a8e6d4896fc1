// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Contacts and passwords.
  package static let users = [
    Check("a contact belongs to the user who proved it first") { store in
      try await store.addUser("u1")
      try await store.addUser("u2", with: nil)
      try await require(store.prove(samplePhone, of: "u2", at: moment(1)), is: false)
      try await require(store.prove(samplePhone, of: "u1", at: moment(1)), is: true)
      try await require(store.prove(otherPhone, of: "unknown", at: moment(1)), is: false)
      try await require(store.user(with: samplePhone)?.id, is: "u1")
      try await require(store.user(with: .email(samplePhone.value)), is: nil)
      try await require(store.user(with: otherPhone), is: nil)
      try await require(store.contacts(of: "u2"), is: [])
    },
    Check("contacts are listed phones first, in the order of their bytes") { store in
      try await store.addUser("u1", with: nil)
      let listed: [Contact] = [
        .phone("+49151"), .phone("+86138"), .email("Z@example.org"), .email("a@example.org"),
      ]
      for n in [3, 1, 2, 0] {
        _ = try await store.prove(listed[n], of: "u1", at: moment(Double(n)))
      }
      try await require(store.contacts(of: "u1"), is: listed)
    },
    Check("the first proof of a contact ends older sessions and pending changes") { store in
      try await beginEverything(store)
      try await require(store.prove(samplePhone, of: "u1", at: moment(20)), is: true)
      try await require(store.family("old")?.revocationReason, is: "contact_proved")
      try await require(store.login(digest("cookie"), at: moment(1)), is: nil)
      try await require(store.code(digest("code")), is: nil)
      for key in [sampleKey(scope: "x"), sampleKey(otherPhone, scope: "u1")] {
        try await require(store.attempt(typed("012345", for: key), at: 21), is: .gone, "\(key)")
      }
      try await require(store.pending("confirming", at: 1), is: nil)
      try await require(store.family("other's")?.revokedAt, is: nil)
      try await require(
        store.attempt(typed("012345", for: sampleKey(otherPhone)), at: 21), is: .right)
    },
    Check("a later proof of the same contact ends nothing") { store in
      try await store.addUser("u1")
      try await store.openSession("f", of: "u1")
      try await store.keep(sampleMessageCode())
      try await require(store.prove(samplePhone, of: "u1", at: moment(20)), is: true)
      try await require(store.family("f")?.revokedAt, is: nil)
      try await require(store.attempt(typed("012345"), at: 21), is: .right)
    },
    Check("a new phone number replaces the old ones, and another user's replaces nothing") {
      store in
      try await store.addUser("u1")
      try await store.addUser("u2", with: .phone("+49151"))
      _ = try await store.prove(.email("a@example.org"), of: "u1", at: moment(1))
      try await store.openSession("f", of: "u1")
      try await store.keep(sampleMessageCode())
      try await require(
        store.replacePhones(of: "u1", with: .phone("+49151"), at: moment(20)), is: nil)
      try await require(
        store.replacePhones(of: "u1", with: .email("b@example.org"), at: moment(20)), is: nil)
      try await require(
        store.replacePhones(of: "unknown", with: otherPhone, at: moment(20)), is: nil)
      try await require(store.attempt(typed("111111"), at: 20), is: .wrong(left: 4))
      try await require(
        store.replacePhones(of: "u1", with: otherPhone, at: moment(20)), is: [samplePhone])
      try await require(store.contacts(of: "u1"), is: [otherPhone, .email("a@example.org")])
      try await require(store.user(with: samplePhone), is: nil)
      try await require(store.attempt(typed("012345"), at: 21), is: .gone)
      try await require(store.family("f")?.revokedAt, is: nil)
      try await require(store.replacePhones(of: "u1", with: otherPhone, at: moment(22)), is: [])
    },
    Check("a password is changed only if the user still has the verified hash") { store in
      try await store.addUser("u1", hash: try sampleHash(1))
      try await store.addUser("u2", with: nil)
      let (one, two, three) = (try sampleHash(1), try sampleHash(2), try sampleHash(3))
      try await store.openSession("f", of: "u1")
      try await require(
        store.changePassword(of: "u1", to: two, verified: three, history: 3), is: false)
      try await require(store.user(id: "u1")?.passwordHash, is: one)
      try await require(store.passwordHistory(of: "u1"), is: [])
      try await require(store.family("f")?.revokedAt, is: nil)
      try await require(
        store.changePassword(of: "u1", to: two, verified: one, history: 3), is: true)
      // Two that verified the same password: the second changes nothing.
      try await require(
        store.changePassword(of: "u1", to: three, verified: one, history: 3), is: false)
      try await require(store.user(id: "u1")?.passwordHash, is: two)
      try await require(store.passwordHistory(of: "u1"), is: [one])
      // A user without a password has no verified one.
      try await require(
        store.changePassword(of: "u2", to: two, verified: one, history: 3), is: false)
    },
    Check("a changed password keeps earlier ones in the history, newest first") { store in
      try await store.addUser("u1", hash: try sampleHash(0))
      try await store.addUser("u2", with: nil)
      for n in 1...4 {
        try await require(
          store.changePassword(of: "u1", to: try sampleHash(n), history: 3), is: true, "change \(n)"
        )
      }
      try await require(store.user(id: "u1")?.passwordHash, is: try sampleHash(4))
      try await require(store.passwordHistory(of: "u1"), is: try [3, 2, 1].map(sampleHash))
      try await require(store.changePassword(of: "u1", to: try sampleHash(5), history: 1), is: true)
      try await require(store.passwordHistory(of: "u1"), is: [try sampleHash(4)])
      _ = try await store.changePassword(of: "u1", to: try sampleHash(6), history: 0)
      try await require(store.passwordHistory(of: "u1"), is: [])
      try await require(store.changePassword(of: "u2", to: try sampleHash(1), history: 3), is: true)
      try await require(store.passwordHistory(of: "u2"), is: [])
      try await require(
        store.changePassword(of: "unknown", to: try sampleHash(1), history: 3), is: false)
      try await require(store.passwordHistory(of: "unknown"), is: [])
    },
  ]

  /// Begins what an attacker may have begun as `u1` without a proof, and what another user did.
  private static func beginEverything(_ store: Store) async throws {
    try await store.addUser("u1", with: nil)
    try await store.addUser("u2", with: nil)
    try await store.openSession("old", of: "u1")
    try await store.openSession("other's", of: "u2")
    try await store.issueCode(sampleCode(user: "u1"))
    try await store.saveLogin(sampleLogin("cookie", user: "u1"))
    // Two pending changes of the contact: one of `u1`, one of another user.
    try await store.keep(sampleMessageCode(for: sampleKey(scope: "x")))
    try await store.keep(sampleMessageCode(for: sampleKey(otherPhone, scope: "u1")))
    try await store.keep(sampleMessageCode(for: sampleKey(otherPhone)))
    try await store.keep(samplePending("confirming"))
    try await store.keep(sampleMessageCode())
    try await require(store.bind(sampleAttempt(pending: "confirming")), is: .contactUnknown)
  }
}
