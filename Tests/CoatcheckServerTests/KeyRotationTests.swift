// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("rotation of signing keys")
struct KeyRotationTests {
  private static let day = 86_400.0

  private func sealer(_ clock: TestClock) throws -> Sealer {
    var environment = RuntimeEnvironment.live
    environment.now = { clock.now }
    return Sealer(master: try TestKeys.master(), environment: environment)
  }

  private func node(
    _ store: MemoryStore, _ clock: TestClock, _ algorithms: [SignatureAlgorithm] = [.es256]
  ) async throws -> SigningKeys {
    let rotation = try KeyRotation(
      lifetime: 30 * Self.day, announcement: 10 * Self.day, retention: 5 * Self.day)
    let keys = SigningKeys(
      store: store, sealer: try sealer(clock), rotation: rotation, algorithms: algorithms)
    try await keys.start()
    _ = try await keys.ring()
    return keys
  }

  private func names(_ ring: KeyRing) -> Set<String> {
    Set(ring.published.keys.compactMap(\.keyID))
  }

  /// The tokens of one day, and the keys of that day.
  private struct Diary {
    var published: [String: [Int]] = [:]
    var signed: [String: [Int]] = [:]
  }

  // attack: K-02
  @Test("a key is published before it signs and as long as its tokens must verify")
  func lives() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let keys = try await node(store, clock, [.es256, .edDSA])
    var diary = Diary()
    var tokens: [(key: String, token: String, day: Int)] = []
    for day in 0..<75 {
      try await keys.maintain()
      let ring = try await keys.ring()
      for name in names(ring) { diary.published[name, default: []].append(day) }
      for algorithm in [SignatureAlgorithm.es256, .edDSA] {
        let key = try #require(ring.active[algorithm])
        diary.signed[key.keyID, default: []].append(day)
        tokens.append((key.keyID, try key.sign(["sub": "a"], type: "at+jwt"), day))
      }
      for (name, token, made) in tokens {
        let jwt = try UnverifiedJWT(token)
        let verified = try? jwt.verified(by: ring.verification, accepting: [.es256, .edDSA])
        #expect((verified != nil) == names(ring).contains(name))
        // Within the retention of five days all tokens must verify, also the last one of a key.
        if day - made < 5 { #expect(verified != nil) }
      }
      clock.advance(by: .seconds(Self.day))
    }
    #expect(diary.signed.count == 6)
    for (name, days) in diary.signed {
      let seen = try #require(diary.published[name])
      let (first, last) = (try #require(days.first), try #require(days.last))
      #expect(Array(first...last) == days && Array(seen[0]...(seen.last ?? 0)) == seen)
      if first > 0 { #expect(first - seen[0] == 10) }
      if last < 74 { #expect(days.count == 30 && (seen.last ?? 0) - last == min(5, 74 - last)) }
    }
    // Old keys are removed: each algorithm has at most one key that signs, one before it and one after it.
    #expect(try await keys.ring().published.keys.count <= 6)
    let schedule = try await keys.schedule()
    #expect(schedule.filter { $0.stage == .active }.map(\.algorithm) == [.es256, .edDSA])
    #expect(Set(schedule.map(\.id)) == names(try await keys.ring()))
  }

  // attack: K-03
  @Test("of four nodes that rotate at the same time one creates the new key", arguments: 0..<100)
  func nodes(_ round: Int) async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    var nodes: [SigningKeys] = []
    for _ in 0..<4 { nodes.append(try await node(store, clock)) }
    let before = names(try await nodes[0].ring())
    clock.advance(by: .seconds(20 * Self.day))
    let made = try await withThrowingTaskGroup(of: [String].self) { group in
      for node in nodes { group.addTask { try await node.maintain().made } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(made.count == 1)
    #expect(try await store.keySet()?.version == 2)
    for node in nodes {
      #expect(names(try await node.ring()) == before.union(made))
      #expect(try await node.ring().active[.es256]?.keyID == before.first)
    }
    clock.advance(by: .seconds(10 * Self.day))
    for node in nodes { #expect(try await node.ring().active[.es256]?.keyID == made.first) }
  }

  // attack: K-07
  @Test("a clock that is set back during a rotation does not create more keys")
  func clockBack() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let nodes = [try await node(store, clock), try await node(store, clock)]
    clock.advance(by: .seconds(20 * Self.day))
    for node in nodes { try await node.maintain() }
    let version = try await store.keySet()?.version
    let names = names(try await nodes[0].ring())
    #expect(names.count == 2)
    for days in [-1.0, 0.01, 1, -1, -1, 3, -25, 30] {
      clock.advance(by: .seconds(days * Self.day))
      for node in nodes {
        #expect(try await node.maintain().isEmpty)
        #expect(self.names(try await node.ring()) == names)
      }
    }
    #expect(try await store.keySet()?.version == version)
  }

  @Test("a key announced by a clock that was years ahead signs on schedule once the clock is right")
  func clockAhead() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let keys = try await node(store, clock)
    clock.advance(by: .seconds(3_000 * Self.day))
    let made = try await keys.maintain().made
    clock.advance(by: .seconds(-3_000 * Self.day))
    #expect(try await keys.maintain().made.isEmpty)
    #expect(try await keys.schedule().map(\.stage) == [.active, .announced])
    clock.advance(by: .seconds(10 * Self.day))
    #expect(try await keys.ring().active[.es256]?.keyID == made.first)
  }

  @Test("stored keys of an older version, without a start, get one and continue to sign")
  func withoutTime() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let record = try SigningKeys.record(for: TestKeys.signing(), sealer: sealer(clock))
    #expect(try await store.replaceKeySet(expecting: nil, with: record))
    let keys = try await node(store, clock)
    let before = names(try await keys.ring())
    #expect(try await keys.maintain().isEmpty)
    #expect(try await store.keySet()?.version == 2)
    clock.advance(by: .seconds(19 * Self.day))
    #expect(try await keys.maintain().isEmpty)
    clock.advance(by: .seconds(Self.day))
    #expect(try await keys.maintain().made.count == 1)
    #expect(names(try await keys.ring()).isSuperset(of: before))
  }

  @Test("a new algorithm gets a key, and the keys of a removed algorithm still verify")
  func algorithms() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let old = try await node(store, clock)
    let new = try await node(store, clock, [.ed25519, .es384])
    #expect(try await new.maintain().isEmpty)
    #expect(Set(try await new.ring().active.keys) == [.es256, .ed25519, .es384])
    clock.advance(by: .seconds(5))
    #expect(try await old.maintain().isEmpty)
    #expect(Set(try await old.ring().active.keys) == [.es256, .ed25519, .es384])
  }

  @Test(
    "after a theft new keys sign at once, and tokens of the old keys are refused", .world)
  func stolen() async throws {
    let before = try await world.signIn()
    let old = try await world.wire.send("GET", "/jwks")
    // The token was accepted before, so that it is cached.
    #expect(try await world.userInfo(before.access).status == 200)
    try await world.server.rotateKeys(.stolen)
    #expect(try await world.userInfo(before.access).status == 401)
    let published = try await world.wire.send("GET", "/jwks")
    let names = { (reply: WireReply) in
      Set(reply.json["keys"]?.arrayValue?.compactMap { $0.objectValue?["kid"]?.stringValue } ?? [])
    }
    #expect(names(published).count == 2 && names(published).isDisjoint(with: names(old)))
    // Refresh tokens stay valid: they are not signed.
    let renewed = try await world.renewed(before.refresh)
    #expect(try await world.userInfo(renewed.access).status == 200)
    _ = try verified(renewed.access, by: published)
  }

  @Test(
    "requested keys sign after ten minutes on all nodes, and no token becomes invalid", .world)
  func orderly() async throws {
    let before = try await world.signIn()
    let store = world.server.store
    let other = SigningKeys(store: store, sealer: try sealer(world.server.clock))
    try await other.start()
    let made = try await other.rotate(.orderly).made
    #expect(made.count == 2)
    // The server reads the new keys within seconds, and signs with the old keys until then.
    world.server.clock.advance(by: .seconds(5))
    let published = try await world.wire.send("GET", "/jwks")
    #expect(published.json["keys"]?.arrayValue?.count == 4)
    let between = try await world.renewed(before.refresh)
    #expect(!made.contains(try UnverifiedJWT(between.access).header.keyID ?? ""))
    world.server.clock.advance(by: .seconds(595))
    let after = try await world.renewed(between.refresh)
    #expect(made.contains(try UnverifiedJWT(after.access).header.keyID ?? ""))
    for token in [between.access, after.access] {
      #expect(try await world.userInfo(token).status == 200)
      _ = try verified(token, by: published)
    }
    // A repeated request makes announced keys sign earlier, and does not create more.
    #expect(try await other.rotate(.orderly).made.count == 2)
    #expect(try await other.rotate(.orderly).made.isEmpty)
  }

  @Test("a schedule under which tokens could not be verified is refused")
  func figures() async throws {
    for (name, figures) in [
      ("announcement", [86_400, 599, 86_400]), ("lifetime", [3_600, 86_400, 86_400]),
      ("lifetime", [1e12, 86_400, 86_400]), ("retention", [86_400, 86_400, -1]),
      ("announcement", [86_400, .nan, 86_400]),
    ] as [(String, [Double])] {
      await expectError(.misused(name, "")) {
        try KeyRotation(lifetime: figures[0], announcement: figures[1], retention: figures[2])
      }
    }
    await expectError(.misused("retention", "")) {
      _ = try await TestServer.start { $0.accessTokenLifetime = 15 * Self.day }
    }
  }

  @Test("an access token does not live longer than the retention of keys", .world)
  func longLived() async throws {
    let client = TestClient.service.with { $0.accessTokenLifetime = Int(100 * Self.day) }
    try await world.add(client)
    let reply = try await world.credentials(client)
    #expect(reply.json["expires_in"]?.intValue == Int(14 * Self.day))
  }
}
