// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// What a session remembers.
  public static let sessions = [
    Check("a session comes back as it was opened, with its family and its first token") { store in
      try await linkSample(store)
      try await store.openSession("f", of: "u1", link: "link", at: 20)
      let session = SocialSession(
        familyID: "f", userID: "u1", device: "device", methods: ["weibo"], linkID: "link")
      try require(try await store.session("f"), is: session, "the session")
      try require(try await store.family("f")?.userID, is: "u1", "the family")
      try require(try await store.refresh(digest("f 0"))?.family.id, is: "f", "the token")
      try require(try await store.link(sampleIdentity())?.lastUsedAt, is: moment(20), "the link")
      try require(try await store.session("F"), is: nil, "another")
    },
    Check("a link is never used earlier than it was") { store in
      try await linkSample(store)
      for (n, seconds) in [30.0, 20].enumerated() {
        try await store.openSession("f\(n)", of: "u1", link: "link", at: seconds)
      }
      try require(try await store.link(sampleIdentity())?.lastUsedAt, is: moment(30), "the link")
    },
    Check("a session outlives its end, until its family is swept") { store in
      try await store.addPerson("u1")
      try await store.openSession("f", of: "u1")
      _ = try await store.revokeFamily("f", reason: "logout", at: moment(1))
      try require(try await store.session("f") != nil, is: true, "ended")
      _ = try await store.sweep(limit: 100, at: moment(10_000 + 86_400))
      try require(try await store.family("f"), is: nil, "the family")
      try require(try await store.session("f"), is: nil, "the session")
    },
    Check("a session of nobody, of another family, or through no link of theirs is refused whole") {
      store in
      try await linkSample(store)
      try await store.addPerson("u2", with: otherPhone)
      try await requireInvalid("nobody's") { try await store.openSession("x", of: "nobody") }
      try await requireInvalid("another's link") {
        try await store.openSession("x", of: "u2", link: "link")
      }
      try await requireInvalid("no link") {
        try await store.openSession("x", of: "u1", link: "none")
      }
      for (family, user) in [("y", "u1"), ("x", "u2")] {
        try await requireInvalid("another family's or person's") {
          try await store.open(
            SocialSession(familyID: family, userID: user, device: "d", methods: []),
            family: sampleFamily("x", user: "u1"), first: sampleToken("x", family: "x"))
        }
      }
      try require(try await store.family("x"), is: nil, "the family")
      try require(try await store.refresh(digest("x 0")) == nil, is: true, "the token")
      try require(try await store.link(sampleIdentity())?.lastUsedAt, is: moment(10), "the link")
      try await store.openSession("x", of: "u1", link: "link")
      try await requireInvalid("an identifier that is taken") {
        try await store.openSession("x", of: "u1")
      }
    },
  ]
}
