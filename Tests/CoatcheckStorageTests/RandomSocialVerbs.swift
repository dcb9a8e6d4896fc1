// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

/// Random calls of a social store.
struct RandomSocialVerbs: RandomScript {
  var state: RandomState
  private var users = ["u0"]

  init(seed: UInt64) { state = RandomState(seed: seed) }

  mutating func next() -> RandomVerb {
    tick(-1...6, jump: 400, onceIn: 150)
    switch one(of: 32) {
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

  private mutating func identity() -> SocialIdentity {
    SocialIdentity(
      provider: pick("weibo", "weibo", "wechat"), app: "1", subject: pick("1", "2", "3"))
  }
  private mutating func contact() -> Contact {
    one(of: 4) == 0 ? .email("a@example.org") : .phone(pick("+861", "+862"))
  }
  /// One of the users made so far, more often a recent one.
  private mutating func user() -> String { users[max(0, users.count - 1 - one(of: 8))] }
  private mutating func freshUser() -> String {
    users.append(fresh("u"))
    return users[users.count - 1]
  }

  private mutating func keepPending() -> RandomVerb {
    let pending = PendingBinding(
      digest: digest(pick("s1", "s2", "s3")), clientID: pick("app", "app", "web"), device: "d",
      identity: identity(), purpose: one(of: 2) == 0 ? .bind : .register, nickname: "z",
      createdAt: now, expiresAt: now.addingTimeInterval(60))
    return RandomVerb(name: "keep pending") { try await $0.keep(pending) }
  }

  private mutating func keepCode() -> RandomVerb {
    let code = OneTimeCode(
      key: CodeKey(purpose: "p", contact: contact(), scope: ""), digest: digest("right").bytes,
      device: "d", sentAt: now, expiresAt: now.addingTimeInterval(40), tries: 1 + one(of: 5))
    return RandomVerb(name: "keep code") { try await $0.keep(code) }
  }

  private mutating func bind() -> RandomVerb {
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
    return RandomVerb(name: "bind") { try await $0.bind(attempt) }
  }

  private mutating func newcomer() throws -> User {
    let id = one(of: 10) == 0 ? user() : freshUser()
    return User(id: id, name: try UserName("name-\(id)"))
  }

  private mutating func adopt() -> RandomVerb {
    let (id, link, identity, now) = (freshUser(), fresh("l"), identity(), now)
    return RandomVerb(name: "adopt") { store in
      try await store.adopt(
        SocialLink(id: link, identity: identity, userID: id, createdAt: now, lastUsedAt: now),
        as: User(id: id, name: try UserName("name-\(id)")))
    }
  }

  private mutating func unlink() -> RandomVerb {
    let (identity, owner, now) = (identity(), one(of: 4) > 0, now)
    return RandomVerb(name: "unlink") { store in
      let link = try await store.link(identity)
      return try await store.unlink(
        link?.id ?? "none", of: owner ? link?.userID ?? "unknown" : "u1", at: now)
    }
  }

  private mutating func prove() -> RandomVerb {
    let (contact, user, replaces, now) = (contact(), user(), one(of: 3) == 0, now)
    if replaces {
      return RandomVerb(name: "replace") {
        String(describing: try await $0.replacePhones(of: user, with: contact, at: now))
      }
    }
    return RandomVerb(name: "prove") { try await $0.prove(contact, of: user, at: now) }
  }

  private mutating func open() -> RandomVerb {
    let (family, identity, through, now) = (fresh("f"), identity(), one(of: 3) > 0, now)
    return RandomVerb(name: "open") { store in
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

  private mutating func note() -> RandomVerb {
    let (identity, ends, now) = (identity(), one(of: 2) == 0, now)
    return RandomVerb(name: "note") { store in
      String(
        describing: try await store.noteRevokedUpstream(identity, endsSessions: ends, at: now))
    }
  }

  private mutating func remove() -> RandomVerb {
    let (contact, now) = (contact(), now)
    return RandomVerb(name: "remove") { store in
      let user = try await store.user(with: contact)?.id ?? "unknown"
      return (try await store.removeUser(user, at: now), try await store.links(of: user))
    }
  }

  private mutating func once() -> RandomVerb {
    let (name, now) = (digest(pick("h1", "h2")), now)
    let kind: OneTimeRecord.Kind = one(of: 3) == 0 ? .page : .captcha
    guard one(of: 2) == 0 else {
      return RandomVerb(name: "take") {
        String(describing: try await $0.take(kind, name, at: now))
      }
    }
    let record = OneTimeRecord(
      kind: kind, digest: name, content: ["n": .string("\(made)")],
      expiresAt: now.addingTimeInterval(30))
    return RandomVerb(name: "keep record") { try await $0.keep(record) }
  }

  private mutating func attempt() -> RandomVerb {
    let code = TypedCode(
      key: CodeKey(purpose: "p", contact: contact(), scope: ""),
      digest: digest(pick("right", "wrong", "wrong")).bytes, device: pick("d", "d", "e"))
    let now = now
    return RandomVerb(name: "attempt") { try await $0.attempt(code, at: now) }
  }

  private mutating func password() -> RandomVerb {
    let (contact, history, letter) = (contact(), one(of: 4), pick("A", "B", "C"))
    let isVerified = one(of: 3) > 0
    let (kept, now) = (KeptSession.family(id: "f\(max(1, made - one(of: 20)))"), now)
    return RandomVerb(name: "password") { store in
      let owner = try await store.user(with: contact)
      let user = owner?.id ?? "unknown"
      let hash = try PasswordHash(
        text: "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0$" + String(repeating: letter, count: 42) + "A")
      let changed = try await store.changePassword(
        of: user, to: hash, verified: isVerified ? owner?.passwordHash : hash, history: history,
        keeping: kept, at: now)
      return (changed as Any, try await store.passwordHistory(of: user).map(\.text))
    }
  }

  private mutating func look() -> RandomVerb {
    let (identity, contact, state, now) = (
      identity(), contact(), digest(pick("s1", "s2", "s3")), now
    )
    let family = "f\(max(1, made - one(of: 20)))"
    return RandomVerb(name: "look") { store in
      let user = try await store.user(with: contact)
      return String(describing: user) + String(describing: try await store.link(identity))
        + String(describing: try await store.links(of: user?.id ?? "none"))
        + String(describing: try await store.contacts(of: user?.id ?? "none"))
        + String(describing: try await store.pending(state, at: now))
        + String(describing: try await store.session(family))
        + String(describing: try await store.family(family))
    }
  }

  private mutating func sweep() -> RandomVerb {
    let (limit, now) = (one(of: 8), now)
    guard one(of: 2) == 0 else {
      return RandomVerb(name: "sweepSocial") {
        try await $0.sweepSocial(limit: limit, at: now)
      }
    }
    return RandomVerb(name: "sweep") { try await $0.sweep(limit: limit, at: now) }
  }
}
