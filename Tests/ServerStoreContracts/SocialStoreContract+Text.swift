// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Text, byte by byte.
  package static let text = [
    Check("social text of every field is returned byte by byte") { store in
      for (n, text) in IssuerStoreContract.troublesome.enumerated() {
        let identity = SocialIdentity(provider: "p" + text, app: "a" + text, subject: "s" + text)
        let pending = PendingBinding(
          digest: digest("state \(n)"), clientID: text, device: text, identity: identity,
          purpose: .register, nickname: text, avatar: text, createdAt: moment(0),
          expiresAt: moment(600))
        try await store.keep(pending)
        let found = try await store.pending("state \(n)", at: 1)
        try requireSame(
          [found?.clientID, found?.device, found?.nickname, found?.avatar]
            + (found?.identity.texts ?? []),
          [text, text, text, text] + identity.texts, "login \(n)")
        let key = CodeKey(purpose: text, contact: .email("e" + text), scope: text)
        try await store.keep(sampleMessageCode(for: key, device: text))
        let outcome = try await store.bind(
          BindingAttempt(
            pending: digest("state \(n)"), clientID: text, device: text, contact: key.contact,
            code: typed("012345", for: key, device: text), purpose: .register,
            newcomer: User(id: "u" + text, name: try UserName("user\(n)")), linkID: "l" + text,
            at: moment(1)))
        try require(outcome.word, is: "created", "binding \(n)")
        let link = try await store.link(identity)
        try requireSame(
          [link?.id, link?.userID, link?.nickname, link?.avatar] + (link?.identity.texts ?? []),
          ["l" + text, "u" + text, text, text] + identity.texts, "link \(n)")
        try requireSame(
          try await store.contacts(of: "u" + text).map(\.value), ["e" + text], "contact \(n)")
        try await store.open(
          SocialSession(
            familyID: "f" + text, userID: "u" + text, device: text, methods: [text, "x" + text],
            linkID: "l" + text),
          family: sampleFamily("f" + text, user: "u" + text),
          first: sampleToken("t\(n)", family: "f" + text))
        let session = try await store.session("f" + text)
        try requireSame(
          [session?.familyID, session?.userID, session?.device, session?.linkID]
            + (session?.methods ?? []),
          ["f" + text, "u" + text, text, "l" + text, text, "x" + text], "session \(n)")
      }
    },
    Check("identities, contacts and codes which differ in any byte are different") { store in
      let texts = IssuerStoreContract.troublesome
      for (n, text) in texts.enumerated() {
        _ = try await store.adopt(
          sampleLink("l\(n)", of: "u\(n)", identity: sampleIdentity(text)),
          as: try sampleUser("u\(n)"))
        try await require(
          store.prove(.email(text), of: "u\(n)", at: moment(0)), is: true, "contact \(n)")
        try await store.keep(sampleMessageCode("\(n)", for: sampleKey(scope: text)))
        try await store.keep(sampleRecord("r\(n)", kind: .init(rawValue: text)))
      }
      for (n, text) in texts.enumerated() {
        try await require(store.link(sampleIdentity(text))?.userID, is: "u\(n)", "identity \(n)")
        try await require(store.user(with: .email(text))?.id, is: "u\(n)", "contact \(n)")
        try await require(
          store.attempt(typed("\(n)", for: sampleKey(scope: text))), is: .right, "code \(n)")
        for (m, other) in texts.enumerated() {
          let kind = OneTimeRecord.Kind(rawValue: other)
          try await require(
            store.record(kind, digest("r\(n)"), at: moment(1)) != nil, is: n == m,
            "record \(n) as kind \(m)")
        }
      }
    },
    Check("identities with equal concatenation of their parts are different") { store in
      let parts = [("ab", "c", "d"), ("a", "bc", "d"), ("a", "b", "cd"), ("", "abc", "d")]
      for (n, (provider, app, subject)) in parts.enumerated() {
        let identity = SocialIdentity(provider: provider, app: app, subject: subject)
        try await require(store.link(identity), is: nil, "before \(n)")
        _ = try await store.adopt(
          sampleLink("l\(n)", of: "u\(n)", identity: identity), as: try sampleUser("u\(n)"))
      }
    },
    Check("social records with a NUL or a megabyte of text are refused, and are not found") {
      store in
      try await linkSample(store)
      try await store.openSession("a", of: "u1")
      for bad in ["a\0", "\0", String(repeating: "x", count: 1 << 20)] {
        try await refuses(store, bad)
        try await findsNothing(store, bad)
      }
      try await require(store.family("a")?.revokedAt, is: nil)
      try await require(store.links(of: "u1").count, is: 1)
    },
  ]

  private static func refuses(_ store: Store, _ bad: String) async throws {
    try await requireInvalid("a record") {
      try await store.keep(sampleRecord("r", kind: .init(rawValue: bad)))
    }
    for key in [sampleKey(.phone(bad)), sampleKey(purpose: bad), sampleKey(scope: bad)] {
      try await requireInvalid("a code") { try await store.keep(sampleMessageCode(for: key)) }
    }
    for pending in [
      samplePending("x", client: bad), samplePending("x", device: bad),
      samplePending("x", nickname: bad), samplePending("x", identity: sampleIdentity(bad)),
    ] {
      try await requireInvalid("a login") { try await store.keep(pending) }
    }
    try await requireInvalid("a binding") { _ = try await store.bind(sampleAttempt(link: bad)) }
    try await requireInvalid("an adoption") {
      _ = try await store.adopt(
        sampleLink("l", of: "n", identity: sampleIdentity(bad)), as: try sampleUser("n"))
    }
    try await requireInvalid("a newcomer") {
      _ = try await store.bind(
        sampleAttempt(newcomer: User(id: bad, name: try UserName("newcomer"))))
    }
    try await requireInvalid("a contact") {
      _ = try await store.prove(.phone(bad), of: "u1", at: moment(1))
    }
    try await requireInvalid("a session") {
      try await store.open(
        SocialSession(familyID: "s", userID: "u1", device: bad, methods: []),
        family: sampleFamily("s", user: "u1"), first: sampleToken("s", family: "s"))
    }
  }

  private static func findsNothing(_ store: Store, _ bad: String) async throws {
    try await require(store.link(sampleIdentity(bad)), is: nil)
    try await require(store.links(of: bad), is: [])
    try await require(store.user(with: .phone(bad)), is: nil)
    try await require(store.contacts(of: bad), is: [])
    try await require(store.session(bad), is: nil)
    try await require(store.passwordHistory(of: bad), is: [])
    try await require(store.record(.init(rawValue: bad), digest("h"), at: moment(1)), is: nil)
    try await require(store.take(.init(rawValue: bad), digest("h"), at: moment(1)), is: nil)
    try await require(store.attempt(typed("1", for: sampleKey(scope: bad))), is: .gone)
    try await require(store.unlink(bad, of: "u1", at: moment(1)), is: .unknown)
    try await require(store.unlink("link", of: bad, at: moment(1)), is: .unknown)
    try await require(
      store.noteRevokedUpstream(sampleIdentity(bad), endsSessions: true, at: moment(1)), is: nil)
    try await require(store.removeUser(bad, at: moment(1)), is: false)
    try await require(store.prove(otherPhone, of: bad, at: moment(1)), is: false)
    try await require(store.changePassword(of: bad, to: try sampleHash(1), history: 1), is: false)
  }
}
