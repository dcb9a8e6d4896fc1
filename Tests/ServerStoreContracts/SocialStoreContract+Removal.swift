// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// The end of an account.
  package static let removal = [
    Check("a user who is removed leaves nothing but the memory of their tokens") { store in
      try await linkSample(store)
      try await store.addUser("u2", with: otherPhone)
      try await store.openSession("f", of: "u1", link: "link")
      try await store.openSession("other's", of: "u2")
      _ = try await store.changePassword(of: "u1", to: try sampleHash(1), history: 3)
      _ = try await store.changePassword(of: "u1", to: try sampleHash(2), history: 3)
      try await store.recordConsent(user: "u1", client: "app", scopes: ["openid"])
      try await store.recordConsent(user: "u10", client: "app", scopes: ["openid"])
      try await store.keep(samplePending("waiting"))
      try await store.keep(
        sampleMessageCode(for: sampleKey(purpose: "DELETE_ACCOUNT_SMS", scope: "u1")))
      try require(try await store.removeUser("u1", at: moment(50)), is: true, "the removal")
      try require(try await store.removeUser("u1", at: moment(51)), is: false, "once more")
      try require(try await store.user(id: "u1"), is: nil, "the user")
      try require(try await store.user(named: try UserName("name-of-u1")), is: nil, "the name")
      try require(try await store.user(with: samplePhone), is: nil, "by contact")
      try require(try await store.contacts(of: "u1"), is: [], "the contacts")
      try require(try await store.links(of: "u1"), is: [], "the links")
      try require(try await store.link(sampleIdentity()), is: nil, "the identity")
      try require(try await store.passwordHistory(of: "u1"), is: [], "the passwords")
      try require(try await store.consent(user: "u1", client: "app"), is: [], "the consent")
      try require(try await store.session("f"), is: nil, "the session")
      try require(try await store.family("f")?.revocationReason, is: "user_removed", "the family")
      try require(try await store.pending(digest("waiting"), at: moment(1)), is: nil, "the login")
      try require(
        try await store.attempt(
          typed("012345", for: sampleKey(purpose: "DELETE_ACCOUNT_SMS", scope: "u1")),
          at: moment(1)),
        is: .gone, "the code")
      try require(try await store.family("other's")?.revokedAt, is: nil, "another user's session")
      try require(
        try await store.consent(user: "u10", client: "app"), is: ["openid"],
        "another user's consent")
    },
    Check("a user who comes back with the same contact is a new user, and old tokens stay revoked")
    {
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
      try require(outcome.word, is: "created", "the newcomer")
      let rotation = try await store.rotate(
        digest("f 0"), by: "app",
        to: RefreshRecord(
          digest: digest("f 1"), familyID: "f", generation: 0, issuedAt: moment(60),
          expiresAt: moment(99)),
        sealed: [1], grace: 10, at: moment(60))
      try require(rotation, is: .revoked, "the old token")
    },
  ]
}
