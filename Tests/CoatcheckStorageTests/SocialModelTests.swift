// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

/// Long random sequences of social verbs: the memory is the model, and SQLite must say the same.
@Suite("Random sequences of social verbs have the same outcomes on every store")
struct SocialModelTests {
  // attack: ST-23
  @Test("the same outcomes, verb by verb", arguments: 1...8)
  func sameOutcomes(_ seed: Int) async throws {
    try await TemporaryDirectory.with { directory in
      let model = MemoryStore()
      var store = try await SQLiteStore(path: directory.file)
      var script = RandomSocialVerbs(seed: UInt64(seed))
      var kinds: Set<String> = []
      for step in 1...800 {
        let verb = script.next()
        let expected = await verb.outcome(on: model)
        let found = await verb.outcome(on: store)
        kinds.insert(String(expected.prefix { $0 != "(" }))
        guard found == expected else {
          Issue.record("seed \(seed), step \(step): \(verb.name) gave \(found), not \(expected)")
          return
        }
        if step.isMultiple(of: 250) {
          try await store.close()
          store = try await SQLiteStore(path: directory.file)
        }
      }
      try await store.close()
      // The sequence must have been to interesting places.
      let wanted: Set = ["codeGone", "stateGone", "stateMismatch", "unknown", "removed"]
      #expect(wanted.subtracting(kinds).isEmpty)
    }
  }
}

/// One verb with its arguments, and its outcome as text.
struct RandomSocialVerb: Sendable {
  let name: String
  let run: @Sendable (SocialStoreContract.Store) async throws -> Any

  func outcome(on store: SocialStoreContract.Store) async -> String {
    do {
      return "\(try await run(store))"
    } catch {
      return "error \(error)"
    }
  }
}

/// Writes verbs over few names, so that they meet, and a clock that mostly goes on.
struct RandomSocialVerbs {
  private var random: SplitMix64
  private var seconds = 0.0
  private var made = 0
  private var users = ["u0"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> RandomSocialVerb {
    seconds += Double(Int.random(in: -1...6, using: &random))
    if Int.random(in: 0..<150, using: &random) == 0 { seconds += 400 }
    switch Int.random(in: 0..<32, using: &random) {
    case 0...3: return keepPending()
    case 4...8: return keepCode()
    case 9...17: return bind()
    case 18: return adopt()
    case 19...20: return unlink()
    case 21: return prove()
    case 22...23: return open()
    case 24: return note()
    case 25: return remove()
    case 26: return once()
    case 27: return attempt()
    case 28: return password()
    case 29...30: return look()
    default: return sweep()
    }
  }

  private mutating func pick(_ names: String...) -> String { names[one(of: names.count)] }
  private mutating func one(of count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func fresh(_ prefix: String) -> String {
    made += 1
    return "\(prefix)\(made)"
  }
  private var now: Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }
  private func digest(_ name: String) -> TokenDigest { TokenDigest(of: Secret(name)) }
  private mutating func identity() -> SocialIdentity {
    SocialIdentity(
      provider: pick("weibo", "weibo", "wechat"), app: "1", subject: pick("1", "2", "3"))
  }
  private mutating func contact() -> Contact {
    one(of: 4) == 0 ? .email("a@example.org") : .phone(pick("+861", "+862"))
  }
  /// One of the users made so far, more often a young one.
  private mutating func user() -> String { users[max(0, users.count - 1 - one(of: 8))] }
  private mutating func freshUser() -> String {
    users.append(fresh("u"))
    return users[users.count - 1]
  }

  private mutating func keepPending() -> RandomSocialVerb {
    let pending = PendingBinding(
      digest: digest(pick("s1", "s2", "s3")), clientID: pick("app", "app", "web"), device: "d",
      identity: identity(), purpose: one(of: 2) == 0 ? .bind : .register, nickname: "z",
      createdAt: now, expiresAt: now.addingTimeInterval(60))
    return RandomSocialVerb(name: "keep pending") { try await $0.keep(pending) }
  }

  private mutating func keepCode() -> RandomSocialVerb {
    let code = OneTimeCode(
      key: CodeKey(purpose: "p", contact: contact(), scope: ""), digest: digest("right").bytes,
      device: "d", sentAt: now, expiresAt: now.addingTimeInterval(40), tries: 1 + one(of: 5))
    return RandomSocialVerb(name: "keep code") { try await $0.keep(code) }
  }

  private mutating func bind() -> RandomSocialVerb {
    let contact = contact()
    let key = CodeKey(purpose: "p", contact: contact, scope: "")
    let typed = TypedCode(
      key: key, digest: digest(one(of: 5) == 0 ? "wrong" : "right").bytes, device: "d")
    var caution = BindingAttempt.Caution()
    caution.confirms = one(of: 5) == 0
    caution.dormantSince = one(of: 3) == 0 ? now.addingTimeInterval(-100) : nil
    let attempt = BindingAttempt(
      pending: digest(pick("s1", "s2", "s3")), clientID: pick("app", "app", "app", "web"),
      device: "d", contact: contact, code: one(of: 5) == 0 ? nil : typed,
      purpose: one(of: 2) == 0 ? .bind : .register, newcomer: try? newcomer(), linkID: fresh("l"),
      caution: caution, at: now)
    return RandomSocialVerb(name: "bind") { try await $0.bind(attempt) }
  }

  private mutating func newcomer() throws -> User {
    let id = one(of: 10) == 0 ? user() : freshUser()
    return User(id: id, name: try UserName("name-\(id)"))
  }

  private mutating func adopt() -> RandomSocialVerb {
    let (id, link, identity, now) = (freshUser(), fresh("l"), identity(), now)
    return RandomSocialVerb(name: "adopt") { store in
      try await store.adopt(
        SocialLink(id: link, identity: identity, userID: id, createdAt: now, lastUsedAt: now),
        as: User(id: id, name: try UserName("name-\(id)")))
    }
  }

  private mutating func unlink() -> RandomSocialVerb {
    let (identity, owner, now) = (identity(), one(of: 4) > 0, now)
    return RandomSocialVerb(name: "unlink") { store in
      let link = try await store.link(identity)
      return try await store.unlink(
        link?.id ?? "none", of: owner ? link?.userID ?? "unknown" : "u1", at: now)
    }
  }

  private mutating func prove() -> RandomSocialVerb {
    let (contact, user, now) = (contact(), user(), now)
    return RandomSocialVerb(name: "prove") { try await $0.prove(contact, of: user, at: now) }
  }

  private mutating func open() -> RandomSocialVerb {
    let (family, identity, through, now) = (fresh("f"), identity(), one(of: 3) > 0, now)
    return RandomSocialVerb(name: "open") { store in
      let link = try await store.link(identity)
      let user = link?.userID ?? "u1"
      try await store.open(
        SocialSession(
          familyID: family, userID: user, device: "d", methods: ["weibo"],
          linkID: through ? link?.id : nil),
        family: RefreshFamily(
          id: family, clientID: "app", userID: user, scopes: [], createdAt: now,
          absoluteExpiry: now.addingTimeInterval(500), authTime: now, nonce: nil),
        first: RefreshRecord(
          digest: TokenDigest(of: Secret(family)), familyID: family, generation: 0, issuedAt: now,
          expiresAt: now.addingTimeInterval(300)))
      return family
    }
  }

  private mutating func note() -> RandomSocialVerb {
    let (identity, ends, now) = (identity(), one(of: 2) == 0, now)
    return RandomSocialVerb(name: "note") { store in
      String(
        describing: try await store.noteRevokedUpstream(identity, endsSessions: ends, at: now))
    }
  }

  private mutating func remove() -> RandomSocialVerb {
    let (contact, now) = (contact(), now)
    return RandomSocialVerb(name: "remove") { store in
      let user = try await store.user(with: contact)?.id ?? "unknown"
      return (try await store.removeUser(user, at: now), try await store.links(of: user))
    }
  }

  private mutating func once() -> RandomSocialVerb {
    let (name, now) = (digest(pick("h1", "h2")), now)
    let kind: OneTimeRecord.Kind = one(of: 3) == 0 ? .page : .captcha
    guard one(of: 2) == 0 else {
      return RandomSocialVerb(name: "take") {
        String(describing: try await $0.take(kind, name, at: now))
      }
    }
    let record = OneTimeRecord(
      kind: kind, digest: name, content: ["n": .string("\(made)")],
      expiresAt: now.addingTimeInterval(30))
    return RandomSocialVerb(name: "keep record") { try await $0.keep(record) }
  }

  private mutating func attempt() -> RandomSocialVerb {
    let code = TypedCode(
      key: CodeKey(purpose: "p", contact: contact(), scope: ""),
      digest: digest(pick("right", "wrong", "wrong")).bytes, device: pick("d", "d", "e"))
    let now = now
    return RandomSocialVerb(name: "attempt") { try await $0.attempt(code, at: now) }
  }

  private mutating func password() -> RandomSocialVerb {
    let (contact, history, letter) = (contact(), one(of: 4), pick("A", "B", "C"))
    return RandomSocialVerb(name: "password") { store in
      let user = try await store.user(with: contact)?.id ?? "unknown"
      let hash = try PasswordHash(
        text: "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0$" + String(repeating: letter, count: 42) + "A")
      let changed = try await store.changePassword(of: user, to: hash, history: history)
      return (changed, try await store.passwordHistory(of: user).map(\.text))
    }
  }

  private mutating func look() -> RandomSocialVerb {
    let (identity, contact, state, now) = (
      identity(), contact(), digest(pick("s1", "s2", "s3")), now
    )
    let family = "f\(max(1, made - one(of: 20)))"
    return RandomSocialVerb(name: "look") { store in
      let user = try await store.user(with: contact)
      return String(describing: user) + String(describing: try await store.link(identity))
        + String(describing: try await store.links(of: user?.id ?? "none"))
        + String(describing: try await store.contacts(of: user?.id ?? "none"))
        + String(describing: try await store.pending(state, at: now))
        + String(describing: try await store.session(family))
        + String(describing: try await store.family(family))
    }
  }

  private mutating func sweep() -> RandomSocialVerb {
    let (limit, now) = (one(of: 8), now)
    guard one(of: 2) == 0 else {
      return RandomSocialVerb(name: "sweepSocial") {
        try await $0.sweepSocial(limit: limit, at: now)
      }
    }
    return RandomSocialVerb(name: "sweep") { try await $0.sweep(limit: limit, at: now) }
  }
}
