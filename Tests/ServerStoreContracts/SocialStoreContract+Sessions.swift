// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// The data of a session.
  package static let sessions = [
    Check("a session is read back unchanged, with its family and its first token") { store in
      try await linkSample(store)
      try await store.openSession("f", of: "u1", link: "link", at: 20)
      let session = SocialSession(
        familyID: "f", userID: "u1", device: "device", methods: ["weibo"], linkID: "link")
      try await require(store.session("f"), is: session)
      try await require(store.family("f")?.userID, is: "u1")
      try await require(store.refresh(digest("f 0"))?.family.id, is: "f")
      try await require(store.link(sampleIdentity())?.lastUsedAt, is: moment(20))
      try await require(store.session("F"), is: nil)
    },
    Check("the time of a link's last use never moves back") { store in
      try await linkSample(store)
      for (n, seconds) in [30.0, 20].enumerated() {
        try await store.openSession("f\(n)", of: "u1", link: "link", at: seconds)
      }
      try await require(store.link(sampleIdentity())?.lastUsedAt, is: moment(30))
    },
    Check("the data of an ended session stays until its family is swept") { store in
      try await store.addUser("u1")
      try await store.openSession("f", of: "u1")
      _ = try await store.revokeFamily("f", reason: "logout", at: moment(1))
      try await require(store.session("f") != nil, is: true)
      _ = try await store.sweep(limit: 100, at: moment(10_000 + 86_400))
      try await require(store.family("f"), is: nil)
      try await require(store.session("f"), is: nil)
    },
    Check(
      "a session of an unknown user, of another family, or through a foreign link is refused whole"
    ) {
      store in
      try await linkSample(store)
      try await store.addUser("u2", with: otherPhone)
      try await requireInvalid("an unknown user's") {
        try await store.openSession("x", of: "unknown")
      }
      try await requireInvalid("another's link") {
        try await store.openSession("x", of: "u2", link: "link")
      }
      try await requireInvalid("no link") {
        try await store.openSession("x", of: "u1", link: "none")
      }
      for (family, user) in [("y", "u1"), ("x", "u2")] {
        try await requireInvalid("another family's or user's") {
          try await store.open(
            SocialSession(familyID: family, userID: user, device: "d", methods: []),
            family: sampleFamily("x", user: "u1"), first: sampleToken("x", family: "x"))
        }
      }
      try await require(store.family("x"), is: nil)
      try await require(store.refresh(digest("x 0")) == nil, is: true)
      try await require(store.link(sampleIdentity())?.lastUsedAt, is: moment(10))
      try await store.openSession("x", of: "u1", link: "link")
      try await requireInvalid("an identifier that is taken") {
        try await store.openSession("x", of: "u1")
      }
    },
    Check("the user of an identity is read with the attempts, and reading does not count one") {
      store in
      let limit = AttemptLimit("logins", limit: 2, window: 60)
      try await require(
        store.linkedUser(behind: sampleIdentity(), within: limit, at: moment(0)), is: nil)
      try await linkSample(store)
      for _ in 0..<3 {
        let linked = try await store.linkedUser(
          behind: sampleIdentity(), within: limit, at: moment(11))
        try require(linked?.link.id, is: "link")
        try require(linked?.user, is: try sampleUser("u1"))
        try require(linked?.contacts, is: [samplePhone])
        try require(linked?.attempt, is: .allowed(1))
      }
    },
    Check("opening a session counts an attempt, and one beyond the limit opens nothing") { store in
      let limit = AttemptLimit("logins", limit: 2, window: 60)
      try await linkSample(store)
      for n in 1...2 {
        try await require(
          store.openSession("f\(n)", of: "u1", link: "link", at: 20, within: limit),
          is: .allowed(n), "session \(n)")
      }
      try await requireInvalid("an identifier that is taken, past the limit or not") {
        try await store.openSession(
          "f1", of: "u1", at: 20, within: AttemptLimit("other", limit: 1, window: 60))
      }
      try await require(store.attempt("other", limit: 1, window: 60, at: 20), is: .allowed(1))
      try await require(
        store.openSession("f3", of: "u1", link: "link", at: 30, within: limit),
        is: .exhausted(until: moment(80)))
      try await require(store.family("f3"), is: nil)
      try await require(store.session("f3"), is: nil)
      try await require(store.refresh(digest("f3 0")) == nil, is: true)
      try await require(store.link(sampleIdentity())?.lastUsedAt, is: moment(20))
      let linked = try await store.linkedUser(
        behind: sampleIdentity(), within: limit, at: moment(30))
      try require(linked?.attempt, is: .exhausted(until: moment(80)))
      try await require(
        store.openSession("f4", of: "u1", link: "link", at: 80, within: limit), is: .allowed(1))
    },
    Check("of 50 sessions at once within a limit of 5 there are five, in each of 10 rounds") {
      store in
      try await linkSample(store)
      for n in 0..<10 {
        let limit = AttemptLimit("logins \(n)", limit: 5, window: 60)
        let attempts = try await together(50) { task in
          try await store.openSession("\(n) \(task)", of: "u1", link: "link", within: limit)
        }
        let allowed = Set(
          attempts.compactMap { attempt -> Int? in
            if case .allowed(let number) = attempt { number } else { nil }
          })
        try require(allowed, is: [1, 2, 3, 4, 5], "those allowed, round \(n)")
        var opened = 0
        for task in 0..<50 where try await store.session("\(n) \(task)") != nil { opened += 1 }
        try require(opened, is: 5, "the sessions, round \(n)")
      }
    },
    Check("the time of a user's last activity is kept when the link that was used is removed") {
      store in
      try await linkSample(store)
      try await store.openSession("f", of: "u1", link: "link", at: 500)
      _ = try await store.unlink("link", of: "u1", at: moment(501))
      try await store.keep(samplePending("again", expires: moment(1_000)))
      try await store.keep(sampleMessageCode(expires: moment(1_000)))
      let outcome = try await store.bind(
        sampleAttempt(pending: "again", link: "again", dormantSince: moment(499), at: 600))
      try require(outcome.word, is: "bound")
    },
  ]
}
