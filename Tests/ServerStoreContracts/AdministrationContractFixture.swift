// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import Foundation

// Fixtures for the checks of administration.

/// The names of everything that a user has in these checks.
let all: Set<String> = ["login", "same", "other", "code", "device", "message", "a", "b", "c"]

extension AdministrationStore {
  @discardableResult
  func addUser(
    named name: String, hash: PasswordHash? = nil, claims: JSONObject = [:],
    standing: User.Standing = .active
  ) async throws -> User {
    let user = User(
      id: "id of \(name)", name: try UserName(name), passwordHash: hash, claims: claims,
      standing: standing)
    try require(try await save(user), is: .added, name)
    return user
  }

  /// Gives a user two login sessions, one of them under two digests, an expired one, a code, a device, a
  /// message code, and three families.
  func giveEverything(to user: String) async throws {
    for login in [
      own("login", user, sid: "s"), own("same", user, sid: "s"), own("other", user, sid: "t"),
      own("expired", user, sid: "u", expires: 4),
    ] { try await saveLogin(login) }
    try await issueCode(sampleCode("\(user) code", user: user))
    try await issueDevice(
      IssuerStoreContract.sampleDevice("\(user) device", userCode: "\(user) typed"))
    let approval = DeviceApproval(
      userID: user, scopes: ["openid"], authTime: moment(0), sessionID: nil)
    _ = try await decideDevice(digest("\(user) device"), approval, at: moment(1))
    try await keep(sampleMessageCode(for: sampleKey(scope: user)))
    try await open(ownFamily("a", user, at: 2), first: nil)
    try await open(ownFamily("b", user, client: "web", at: 1), first: nil)
    try await open(ownFamily("c", user, sid: "t", at: 3), first: nil)
  }
}

func own(_ name: String, _ user: String, sid: String, expires: TimeInterval = 100) -> LoginSession {
  sampleLogin("\(user) \(name)", sid: "\(user) \(sid)", user: user, expires: moment(expires))
}

func ownFamily(
  _ id: String, _ user: String, client: String = "app", sid: String = "s", at seconds: TimeInterval
) -> RefreshFamily {
  RefreshFamily(
    id: "\(user) \(id)", clientID: client, userID: user, scopes: ["openid"],
    createdAt: moment(seconds), absoluteExpiry: moment(10_000), authTime: moment(0), nonce: nil,
    sessionID: "\(user) \(sid)")
}

/// The expected result of ending everything of the user at five seconds, except what is kept.
func everything(
  of user: String, ended reason: String, but kept: KeptSession = .none
) -> EndedUser {
  var families = [
    ownFamily("b", user, client: "web", at: 1), ownFamily("a", user, at: 2),
    ownFamily("c", user, sid: "t", at: 3),
  ]
  var logins = [
    own("login", user, sid: "s"), own("same", user, sid: "s"), own("other", user, sid: "t"),
  ]
  switch kept {
  case .none: break
  case .login(let sid): logins.removeAll { $0.sid == sid }
  case .family(let id): families.removeAll { $0.id == id }
  }
  return EndedUser(
    logins: logins.sorted { $0.digest.bytes.lexicographicallyPrecedes($1.digest.bytes) },
    families: families.map { $0.ended(reason, at: 5) })
}

/// Fails a check unless exactly these things of a user are still valid.
func requireAlive(
  _ store: AdministrationStoreContract.Store, of user: String, _ names: Set<String>,
  _ round: String = ""
) async throws {
  var found: Set<String> = []
  for name in ["login", "same", "other"]
  where try await store.login(digest("\(user) \(name)"), at: moment(6)) != nil {
    found.insert(name)
  }
  if try await store.code(digest("\(user) code")) != nil { found.insert("code") }
  if case .approved = try await store.pollDevice("\(user) device", at: 6) { found.insert("device") }
  if try await store.attempt(typed("012345", for: sampleKey(scope: user)), at: 6) == .right {
    found.insert("message")
  }
  for name in ["a", "b", "c"]
  where try await store.family("\(user) \(name)")?.revokedAt == nil {
    found.insert(name)
  }
  try require(found.sorted(), is: names.sorted(), round)
}
