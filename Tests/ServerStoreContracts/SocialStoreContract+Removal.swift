// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// The removal of a user.
  package static let removal = [
    Check("a removed user leaves nothing except the revoked tokens") { store in
      try await linkSample(store)
      try await store.addUser("u2", with: otherPhone)
      _ = try await store.changePassword(of: "u1", to: try sampleHash(1), history: 3)
      _ = try await store.changePassword(of: "u1", to: try sampleHash(2), history: 3)
      try await store.openSession("f", of: "u1", link: "link")
      try await store.openSession("other's", of: "u2")
      try await store.recordConsent(user: "u1", client: "app", scopes: ["openid"])
      try await store.recordConsent(user: "u10", client: "app", scopes: ["openid"])
      try await store.keep(samplePending("waiting"))
      try await store.keep(
        sampleMessageCode(for: sampleKey(purpose: "DELETE_ACCOUNT_SMS", scope: "u1")))
      try await require(store.removeUser("u1", at: moment(50)), is: true)
      try await require(store.removeUser("u1", at: moment(51)), is: false)
      try await require(store.user(id: "u1"), is: nil)
      try await require(store.user(named: try UserName("name-of-u1")), is: nil)
      try await require(store.user(with: samplePhone), is: nil)
      try await require(store.contacts(of: "u1"), is: [])
      try await require(store.links(of: "u1"), is: [])
      try await require(store.link(sampleIdentity()), is: nil)
      try await require(store.passwordHistory(of: "u1"), is: [])
      try await require(store.consent(user: "u1", client: "app"), is: [])
      try await require(store.session("f"), is: nil)
      try await require(store.family("f")?.revocationReason, is: "user_removed")
      try await require(store.pending("waiting", at: 1), is: nil)
      try await require(
        store.attempt(typed("012345", for: sampleKey(purpose: "DELETE_ACCOUNT_SMS", scope: "u1"))),
        is: .gone)
      try await require(store.family("other's")?.revokedAt, is: nil)
      try await require(store.consent(user: "u10", client: "app"), is: ["openid"])
    },
    Check("a removed user who registers again is a new user, and old tokens stay revoked") {
      store in
      try await linkSample(store)
      try await store.openSession("f", of: "u1", link: "link")
      _ = try await store.removeUser("u1", at: moment(50))
      try await store.keep(samplePending("again", purpose: .register))
      try await store.keep(sampleMessageCode())
      try await requireInvalid("the old identifier") {
        _ = try await store.bind(
          sampleAttempt(
            pending: "again", purpose: .register, newcomer: try sampleUser("u1"), link: "l2"))
      }
      try await requireInvalid("the old identifier, saved") {
        _ = try await store.save(User(id: "u1", name: try UserName("other")))
      }
      try await requireInvalid("the old identifier, adopted") {
        _ = try await store.adopt(
          sampleLink("l3", of: "u1", identity: sampleIdentity("3")), as: try sampleUser("u1"))
      }
      let outcome = try await store.bind(
        sampleAttempt(
          pending: "again", purpose: .register, newcomer: try sampleUser("new"), link: "l2"))
      try require(outcome.word, is: "created")
      let rotation = try await store.rotate(
        digest("f 0"), by: "app",
        to: sampleToken("f 1", family: "f"), sealed: [1], grace: 10, at: moment(60))
      try require(rotation, is: .revoked)
    },
  ]
}
