// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

/// Random calls of an issuer store.
struct RandomVerbs: RandomScript {
  var state: RandomState
  private var tokens = ["t0"]
  private var codes = ["c0"]
  private var families = ["f0"]

  init(seed: UInt64) { state = RandomState(seed: seed) }

  mutating func next() -> RandomVerb {
    tick(-1...4, jump: 40_000, onceIn: 100)
    switch one(of: 24) {
    case 0, 1: return issue()
    case 2, 3, 4: return redeem()
    case 5, 6, 7, 8, 9, 10: return rotate()
    case 11: return revoke()
    case 12: return insertOnce()
    case 13: return attempt()
    case 14: return keySet()
    case 15: return login()
    case 16: return consent()
    case 17: return account()
    case 18: return look()
    case 19, 20: return device()
    case 21, 22: return push()
    default: return sweep()
    }
  }

  /// One of the names made so far, more often a recent one.
  private mutating func young(_ names: [String]) -> String {
    names[max(0, names.count - 1 - min(one(of: 8), one(of: 4)))]
  }

  private mutating func issue() -> RandomVerb {
    let name = one(of: 10) == 0 ? young(codes) : fresh("c")
    codes.append(name)
    let code = AuthorizationCodeRecord(
      digest: digest(name), clientID: pick("app", "web"),
      userID: pick("alice", "bob"), redirectURI: "https://c.example/cb", scopes: ["openid"],
      nonce: nil, codeChallenge: "", authTime: now, issuedAt: now,
      expiresAt: now.addingTimeInterval(60), sessionID: nil)
    return RandomVerb(name: "issueCode") { try await $0.issueCode(code) }
  }

  private mutating func device() -> RandomVerb {
    let now = now
    let name = "d\(one(of: 6))"
    let digest = digest(name)
    let client = pick("app", "web")
    switch one(of: 6) {
    case 0:
      let record = DeviceRecord(
        digest: digest, userCode: self.digest("u" + name), clientID: client, scopes: ["openid"],
        issuedAt: now, expiresAt: now.addingTimeInterval(60), interval: 5)
      return RandomVerb(name: "issueDevice") { try await $0.issueDevice(record) }
    case 1:
      let user = self.digest("u" + name)
      return RandomVerb(name: "device") { try await $0.device(userCode: user, at: now) as Any }
    case 2:
      let approval: DeviceApproval? =
        one(of: 3) == 0
        ? nil
        : DeviceApproval(
          userID: pick("alice", "bob"), scopes: ["openid"], authTime: now,
          sessionID: one(of: 2) == 0 ? "s" : nil)
      return RandomVerb(name: "decideDevice") {
        try await $0.decideDevice(digest, approval, at: now)
      }
    case 3, 4:
      return RandomVerb(name: "pollDevice") {
        try await $0.pollDevice(digest, by: client, at: now)
      }
    default:
      let family = RefreshFamily(
        id: fresh("f"), clientID: client, userID: pick("alice", "bob"), scopes: [], createdAt: now,
        absoluteExpiry: now.addingTimeInterval(999), authTime: now, nonce: nil,
        sessionID: pick("s", "t"))
      return RandomVerb(name: "redeemDevice") {
        try await $0.redeemDevice(digest, opening: family, first: nil, at: now)
      }
    }
  }

  private mutating func push() -> RandomVerb {
    let now = now
    let digest = digest("p\(one(of: 6))")
    let client = pick("app", "web")
    switch one(of: 5) {
    case 0, 1:
      let request = PushedRequest(
        digest: digest, clientID: client, parameters: ["client_id": client], jkt: nil,
        expiresAt: now.addingTimeInterval(30), retainedUntil: now.addingTimeInterval(60))
      return RandomVerb(name: "push") { try await $0.push(request) }
    case 2:
      return RandomVerb(name: "pushed") {
        try await $0.pushed(digest, of: client, at: now) as Any
      }
    case 3:
      return RandomVerb(name: "takePushed") {
        try await $0.takePushed(digest, of: client, at: now) as Any
      }
    default:
      let session = pick("s", "t")
      return RandomVerb(name: "families") { try await $0.families(ofSession: session) }
    }
  }

  private mutating func redeem() -> RandomVerb {
    let code = digest(young(codes))
    let name = one(of: 20) == 0 ? young(families) : fresh("f")
    families.append(name)
    tokens.append("t\(made)")
    let token = RefreshRecord(
      digest: digest("t\(made)"), familyID: name, generation: 7, issuedAt: now,
      expiresAt: now.addingTimeInterval(200))
    let now = now
    return RandomVerb(name: "redeem") { store in
      // The family gets the client and the user of the code, as in the server.
      let record = try await store.code(code)
      let family = RefreshFamily(
        id: name, clientID: record?.clientID ?? "app", userID: record?.userID ?? "alice",
        scopes: ["openid"], createdAt: now, absoluteExpiry: now.addingTimeInterval(500),
        authTime: now, nonce: nil)
      return try await store.redeem(code, opening: family, first: token, at: now)
    }
  }

  private mutating func rotate() -> RandomVerb {
    let presented = digest(young(tokens))
    let next = one(of: 20) == 0 ? young(tokens) : fresh("t")
    if one(of: 3) > 0 { tokens.append(next) }
    let successor = digest(next)
    let client = one(of: 12) == 0 ? pick("app", "web", "evil") : nil
    let grace = Double([0, 10, 10, 10, 100][one(of: 5)])
    let (now, made) = (now, made)
    return RandomVerb(name: "rotate") { store in
      let found = try await store.refresh(presented)
      let next = RefreshRecord(
        digest: successor, familyID: found?.family.id ?? "none", generation: 0, issuedAt: now,
        expiresAt: now.addingTimeInterval(200))
      return try await store.rotate(
        presented, by: client ?? found?.family.clientID ?? "app", to: next,
        sealed: Array("\(made)".utf8), grace: grace, at: now)
    }
  }

  private mutating func revoke() -> RandomVerb {
    let (now, family, user) = (now, young(families), pick("alice", "bob", "eve"))
    switch one(of: 12) {
    case 0:
      return RandomVerb(name: "revokeUser") {
        try await $0.revokeUser(user, reason: "r", at: now)
      }
    case 1:
      return RandomVerb(name: "revokeClient") {
        try await $0.revokeClient("web", reason: "r", at: now)
      }
    default:
      return RandomVerb(name: "revokeFamily") {
        try await $0.revokeFamily(family, reason: "r", at: now)
      }
    }
  }

  private mutating func insertOnce() -> RandomVerb {
    let (namespace, key, now) = (pick("a", "ab"), pick("b", "bc", "c"), now)
    let end = now.addingTimeInterval(Double(one(of: 50)))
    return RandomVerb(name: "insertOnce") {
      try await $0.insertOnce(namespace: namespace, key: key, expiresAt: end, at: now)
    }
  }

  private mutating func attempt() -> RandomVerb {
    let (key, now, limit, window) = (pick("x", "y"), now, one(of: 4), Double(one(of: 30)))
    switch one(of: 8) {
    case 0: return RandomVerb(name: "clear") { try await $0.clearAttempts(key) }
    case 1: return RandomVerb(name: "return") { try await $0.returnAttempt(key) }
    case 2:
      return RandomVerb(name: "next") {
        try await $0.nextAttempt(key, limit: limit, window: window, at: now)
      }
    default: break
    }
    return RandomVerb(name: "attempt") {
      try await $0.attempt(key, limit: limit, window: window, at: now)
    }
  }

  private mutating func keySet() -> RandomVerb {
    let expected = one(of: 3) == 0 ? nil : one(of: 6)
    let replacement = KeySetRecord(version: one(of: 8), sealed: [UInt8(one(of: 256))])
    return RandomVerb(name: "replaceKeySet") { store in
      let won = try await store.replaceKeySet(expecting: expected, with: replacement)
      return (won, try await store.keySet())
    }
  }

  private mutating func login() -> RandomVerb {
    let (name, now) = (digest(pick("l1", "l2")), now)
    let login = LoginSession(
      digest: name, userID: pick("alice", "bob"), authTime: now,
      expiresAt: now.addingTimeInterval(Double(one(of: 40))), sid: pick("s", "t"))
    switch one(of: 5) {
    case 0, 1: return RandomVerb(name: "saveLogin") { try await $0.saveLogin(login) }
    case 2: return RandomVerb(name: "endLogin") { try await $0.endLogin(name) }
    case 3:
      return RandomVerb(name: "signOut") {
        String(describing: try await $0.signOut(name, reason: "logout", at: now))
      }
    default:
      return RandomVerb(name: "login") { String(describing: try await $0.login(name, at: now)) }
    }
  }

  private mutating func consent() -> RandomVerb {
    let (user, client, scope) = (pick("a", "ab"), pick("b", "c"), pick("s1", "s2", "s3"))
    return RandomVerb(name: "consent") { store in
      try await store.recordConsent(user: user, client: client, scopes: [scope])
      return try await store.consent(user: user, client: client)
    }
  }

  private mutating func account() -> RandomVerb {
    let (id, name) = (pick("u1", "u2", "u3"), pick("al", "AL", "bo", "cy"))
    return RandomVerb(name: "save") { store in
      let outcome = try await store.save(User(id: id, name: try UserName(name)))
      let found = try await store.user(named: try UserName(name))
      return (outcome, found?.id ?? "unknown")
    }
  }

  private mutating func look() -> RandomVerb {
    let (token, code, family) = (
      digest(young(tokens)), digest(young(codes)), young(families)
    )
    return RandomVerb(name: "look") { store in
      String(describing: try await store.refresh(token))
        + String(describing: try await store.code(code))
        + String(describing: try await store.family(family))
    }
  }

  private mutating func sweep() -> RandomVerb {
    let (limit, now) = (one(of: 6), now)
    return RandomVerb(name: "sweep") { try await $0.sweep(limit: limit, at: now) }
  }
}
