// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Links, and how they end.
  package static let links = [
    Check("an account that is created automatically belongs to the first caller") { store in
      let first = try await store.adopt(sampleLink("a", of: "u1"), as: try sampleUser("u1"))
      try require(first, is: sampleLink("a", of: "u1"))
      let second = try await store.adopt(sampleLink("b", of: "u2"), as: try sampleUser("u2"))
      try require(second, is: sampleLink("a", of: "u1"))
      try await require(store.user(id: "u2"), is: nil)
      for (link, user) in [("a", "u3"), ("c", "u1")] {
        try await requireInvalid("an identifier that is taken") {
          _ = try await store.adopt(
            sampleLink(link, of: user, identity: sampleIdentity("2")), as: try sampleUser(user))
        }
      }
      try await requireInvalid("another user's link") {
        _ = try await store.adopt(
          sampleLink("d", of: "u4", identity: sampleIdentity("2")), as: try sampleUser("u5"))
      }
      try await require(store.link(sampleIdentity("2")), is: nil)
    },
    Check("creating an account automatically ends the identity's pending logins") { store in
      try await store.keep(samplePending())
      _ = try await store.adopt(sampleLink("a", of: "u1"), as: try sampleUser("u1"))
      try await require(store.pending("state", at: 1), is: nil)
    },
    Check("links are listed oldest first") { store in
      try await store.addUser("u1")
      for (n, provider) in ["c", "a", "b"].enumerated() {
        let identity = sampleIdentity("1", provider: provider)
        try await store.keep(samplePending(provider, identity: identity))
        try await store.keep(sampleMessageCode())
        let at = n == 2 ? 11.0 : 10 + Double(n)
        _ = try await store.bind(sampleAttempt(pending: provider, link: provider, at: at))
      }
      try await require(store.links(of: "u1").map(\.id), is: ["c", "a", "b"])
      try await require(store.links(of: "u2"), is: [])
    },
    Check("removing a link ends its sessions and the identity's pending logins, and no others") {
      store in
      try await linkSample(store)
      try await store.openSession("through", of: "u1", link: "link")
      try await store.openSession("by code", of: "u1")
      try await store.keep(samplePending("waiting"))
      try await store.keep(samplePending("other", identity: sampleIdentity("2")))
      let link = try await store.link(sampleIdentity())
      try await require(
        store.unlink("link", of: "u1", at: moment(50)),
        is: .unlinked(link ?? sampleLink("none", of: "none")))
      try await require(store.link(sampleIdentity()), is: nil)
      try await require(store.family("through")?.revocationReason, is: "unlinked")
      try await require(store.family("by code")?.revokedAt, is: nil)
      try await require(store.pending("waiting", at: 1), is: nil)
      try await require(store.pending("other", at: 1) != nil, is: true)
      try await require(store.unlink("link", of: "u1", at: moment(51)), is: .unknown)
    },
    Check("no user removes the link of another") { store in
      try await linkSample(store)
      try await store.addUser("u2", with: otherPhone)
      try await require(store.unlink("link", of: "u2", at: moment(50)), is: .unknown)
      try await require(store.link(sampleIdentity())?.userID, is: "u1")
    },
    Check("the only sign-in method is not removed; a password or contact is one") { store in
      for (n, way) in ["none", "password", "contact"].enumerated() {
        let user = "u\(n)"
        let link = sampleLink("l\(n)", of: user, identity: sampleIdentity("\(n)"))
        let hash = way == "password" ? try sampleHash(1) : nil
        _ = try await store.adopt(link, as: try sampleUser(user, hash: hash))
        if way == "contact" {
          _ = try await store.prove(.email("\(n)@example.org"), of: user, at: moment(1))
        }
        let outcome = try await store.unlink("l\(n)", of: user, at: moment(20))
        let allowed = way != "none"
        try require(outcome, is: allowed ? .unlinked(link) : .lastSignInMethod, way)
        try await require(store.link(link.identity) == nil, is: allowed, "the link: \(way)")
      }
    },
    Check("a revocation at the network is recorded until the next sign-in") { store in
      try await linkSample(store)
      try await store.openSession("through", of: "u1", link: "link")
      let noted = try await store.noteRevokedUpstream(
        sampleIdentity(), endsSessions: false, at: moment(30))
      try require(noted?.revokedUpstreamAt, is: moment(30))
      try await require(store.link(sampleIdentity()), is: noted)
      try await require(store.family("through")?.revokedAt, is: nil)
      _ = try await store.noteRevokedUpstream(sampleIdentity(), endsSessions: true, at: moment(31))
      try await require(store.family("through")?.revocationReason, is: "revoked_upstream")
      try await store.openSession("next", of: "u1", link: "link", at: 40)
      try await require(store.link(sampleIdentity())?.revokedUpstreamAt, is: nil)
      try await require(
        store.noteRevokedUpstream(sampleIdentity("9"), endsSessions: true, at: moment(1)), is: nil)
    },
  ]

  /// Adds `u1` as a user with the sample phone and the sample link.
  static func linkSample(_ store: Store) async throws {
    try await store.addUser("u1")
    try await store.keep(samplePending())
    try await store.keep(sampleMessageCode())
    try await require(store.bind(sampleAttempt()).word, is: "bound")
  }
}
