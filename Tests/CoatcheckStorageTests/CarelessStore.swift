// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A store with a typical mistake: its verbs read, decide and save in separate steps, and other verbs run
/// in between.
final class CarelessStore: IssuerStore, UserStore {
  struct Kept {
    var spent: [TokenDigest: String] = [:]
    var successors: [TokenDigest: [UInt8]] = [:]
    var once: Set<String> = []
    var counts: [String: Int] = [:]
    var names: Set<UserName> = []
    var devices: [TokenDigest: (interval: Int, isPolled: Bool, isRedeemed: Bool)] = [:]
    var users: [String: User] = [:]
    var pendings: [TokenDigest: PendingBinding] = [:]
    var sent: [CodeKey: OneTimeCode] = [:]
    var links: [SocialIdentity: SocialLink] = [:]
    var owners: [Contact: String] = [:]
  }

  let inner = MemoryStore()
  let crossing = Crossing()
  let kept = Mutex(Kept())

  func redeem(
    _ code: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> CodeRedemption {
    if let family = kept.withLock({ $0.spent[code] }) { return .alreadyUsed(familyID: family) }
    guard let record = try await inner.code(code) else { return .unknown }
    await crossing.meet()
    kept.withLock { $0.spent[code] = opening.id }
    try await inner.open(opening, first: first)
    return .redeemed(record)
  }

  func rotate(
    _ presented: TokenDigest, by clientID: String, to successor: RefreshRecord, sealed: [UInt8],
    grace: TimeInterval, at now: Date
  ) async throws(StoreError) -> Rotation {
    guard let found = try await inner.refresh(presented) else { return .unknown }
    if let sealed = kept.withLock({ $0.successors[presented] }) {
      return .repeated(found.family, sealedSuccessor: sealed)
    }
    await crossing.meet()
    kept.withLock { $0.successors[presented] = sealed }
    return .rotated(found.family, generation: found.record.generation + 1)
  }

  func insertOnce(
    namespace: String, key: String, expiresAt: Date, at now: Date
  ) async throws(StoreError) -> Bool {
    if kept.withLock({ $0.once.contains(key) }) { return false }
    await crossing.meet()
    kept.withLock { _ = $0.once.insert(key) }
    return true
  }

  func attempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt {
    let count = kept.withLock { $0.counts[key] ?? 0 } + 1
    await crossing.meet()
    kept.withLock { $0.counts[key] = count }
    return .allowed(count)
  }

  func replaceKeySet(
    expecting version: Int?, with replacement: KeySetRecord
  ) async throws(StoreError) -> Bool {
    guard try await inner.keySet()?.version == version else { return false }
    await crossing.meet()
    _ = try await inner.replaceKeySet(expecting: inner.keySet()?.version, with: replacement)
    return true
  }

  func save(_ user: User) async throws -> UserSaveOutcome {
    if kept.withLock({ $0.names.contains(user.name) }) { return .nameTaken }
    await crossing.meet()
    kept.withLock { state in
      _ = state.names.insert(user.name)
      state.users[user.id] = user
    }
    return .added
  }

  func takePushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest? {
    let request = try await inner.pushed(digest, of: clientID, at: now)
    await crossing.meet()
    _ = try await inner.takePushed(digest, of: clientID, at: now)
    return request
  }

  func pollDevice(
    _ digest: TokenDigest, by clientID: String, at now: Date
  ) async throws(StoreError) -> DevicePoll {
    var device = kept.withLock { $0.devices[digest] ?? (5, false, false) }
    await crossing.meet()
    if device.isPolled { device.interval += 5 }
    let isFirst = !device.isPolled
    device.isPolled = true
    kept.withLock { [device] in $0.devices[digest] = device }
    return isFirst ? .pending(interval: 5) : .slowDown(interval: device.interval)
  }

  func redeemDevice(
    _ digest: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> Bool {
    if kept.withLock({ $0.devices[digest]?.isRedeemed == true }) { return false }
    await crossing.meet()
    kept.withLock { $0.devices[digest] = (5, true, true) }
    try await inner.open(opening, first: first)
    return true
  }

  func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    guard let login = try await inner.login(digest, at: now) else { return nil }
    await crossing.meet()
    let ended = try await inner.signOut(digest, reason: reason, at: now)
    return ended ?? EndedSession(login: login, families: [])
  }

  // The calls below are correct.

  func removeClient(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    try await inner.removeClient(id, at: now)
  }
  func push(_ request: PushedRequest) async throws(StoreError) { try await inner.push(request) }
  func pushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest? {
    try await inner.pushed(digest, of: clientID, at: now)
  }
  func issueDevice(_ device: DeviceRecord) async throws(StoreError) {
    try await inner.issueDevice(device)
  }
  func device(userCode: TokenDigest, at now: Date) async throws(StoreError) -> DeviceRecord? {
    try await inner.device(userCode: userCode, at: now)
  }
  func decideDevice(
    _ digest: TokenDigest, _ approval: DeviceApproval?, at now: Date
  ) async throws(StoreError) -> DeviceDecisionOutcome {
    try await inner.decideDevice(digest, approval, at: now)
  }
  func liveRefresh(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try await inner.liveRefresh(digest, at: now)
  }
  func families(ofSession sid: String) async throws(StoreError) -> [RefreshFamily] {
    try await inner.families(ofSession: sid)
  }

  func client(_ id: String) async throws(StoreError) -> RegisteredClient? {
    try await inner.client(id)
  }
  func save(_ client: RegisteredClient) async throws(StoreError) { try await inner.save(client) }
  func issueCode(_ code: AuthorizationCodeRecord) async throws(StoreError) {
    try await inner.issueCode(code)
  }
  func code(_ digest: TokenDigest) async throws(StoreError) -> AuthorizationCodeRecord? {
    try await inner.code(digest)
  }
  func open(_ family: RefreshFamily, first: RefreshRecord?) async throws(StoreError) {
    try await inner.open(family, first: first)
  }
  func refresh(
    _ digest: TokenDigest
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try await inner.refresh(digest)
  }
  func family(_ id: String) async throws(StoreError) -> RefreshFamily? {
    try await inner.family(id)
  }
  func revokeFamily(_ id: String, reason: String, at now: Date) async throws(StoreError) -> Bool {
    try await inner.revokeFamily(id, reason: reason, at: now)
  }
  func revokeUser(_ id: String, reason: String, at now: Date) async throws(StoreError) -> Int {
    try await inner.revokeUser(id, reason: reason, at: now)
  }
  func revokeClient(_ id: String, reason: String, at now: Date) async throws(StoreError) -> Int {
    try await inner.revokeClient(id, reason: reason, at: now)
  }
  func nextAttempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt {
    try await inner.nextAttempt(key, limit: limit, window: window, at: now)
  }
  func returnAttempt(_ key: String) async throws(StoreError) { try await inner.returnAttempt(key) }
  func clearAttempts(_ key: String) async throws(StoreError) { try await inner.clearAttempts(key) }
  func keySet() async throws(StoreError) -> KeySetRecord? { try await inner.keySet() }
  func consent(user: String, client: String) async throws(StoreError) -> [String] {
    try await inner.consent(user: user, client: client)
  }
  func recordConsent(
    user: String, client: String, scopes: [String]
  ) async throws(StoreError) {
    try await inner.recordConsent(user: user, client: client, scopes: scopes)
  }
  func saveLogin(_ login: LoginSession) async throws(StoreError) {
    try await inner.saveLogin(login)
  }
  func login(_ digest: TokenDigest, at now: Date) async throws(StoreError) -> LoginSession? {
    try await inner.login(digest, at: now)
  }
  func endLogin(_ digest: TokenDigest) async throws(StoreError) -> Bool {
    try await inner.endLogin(digest)
  }
  func sweep(limit: Int, at now: Date) async throws(StoreError) -> Sweep {
    try await inner.sweep(limit: limit, at: now)
  }
  func ping() async throws(StoreError) { try await inner.ping() }
  func user(id: String) async throws -> User? { kept.withLock { $0.users[id] } }
  func user(named name: UserName) async throws -> User? { try await inner.user(named: name) }
  func replacePasswordHash(
    of userID: String, expecting: PasswordHash?, with replacement: PasswordHash
  ) async throws -> Bool {
    try await inner.replacePasswordHash(of: userID, expecting: expecting, with: replacement)
  }
}
