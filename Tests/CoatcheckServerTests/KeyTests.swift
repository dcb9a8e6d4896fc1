// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("signing keys")
struct KeyTests {
  // attack: K-01
  @Test("the published key set has the public halves of the active keys and nothing else", .world)
  func published() async throws {
    let reply = try await world.wire.send("GET", "/jwks")
    let keys = try #require(reply.json["keys"]?.arrayValue)
    #expect(keys.count == 2)
    for key in keys.compactMap(\.objectValue) {
      #expect(Set(key.names).isDisjoint(with: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]))
    }
    let ours = Set(try TestKeys.signing().map(\.keyID))
    #expect(Set(keys.compactMap { $0.objectValue?["kid"]?.stringValue }) == ours)
  }

  // attack: K-04
  @Test("after a restart the keys are the same and old tokens verify", .world)
  func restart() async throws {
    let tokens = try await world.signIn()
    let before = try await world.wire.send("GET", "/jwks")
    let restarted = try await world.restarted()
    let after = try await restarted.wire.send("GET", "/jwks")
    #expect(after.body == before.body)
    _ = try verified(tokens.access, by: after)
    _ = try verified(try #require(tokens.id), by: after)
    #expect(try await restarted.userInfo(tokens.access).status == 200)
    await restarted.server.stop()
  }

  @Test("keys that the first start creates are the same after the next start")
  func firstStart() async throws {
    let store = MemoryStore()
    let sealer = try TestKeys.sealer()
    var kids: [[String?]] = []
    for _ in 0..<2 {
      let keys = SigningKeys(store: store, sealer: sealer)
      try await keys.start()
      kids.append(try await keys.ring().published.keys.map(\.keyID))
    }
    #expect(kids[0].count == 2)
    #expect(kids[0] == kids[1])
  }

  @Test("of several nodes that start at the same time one creates the keys")
  func firstStartRace() async throws {
    let store = MemoryStore()
    let sealer = try TestKeys.sealer()
    let sets = try await inParallel(4) { _ in
      let keys = SigningKeys(store: store, sealer: sealer)
      try await keys.start()
      return Set(try await keys.ring().published.keys.compactMap(\.keyID))
    }
    #expect(Set(sets).count == 1)
  }

  // attack: K-06
  @Test("a wrong or missing master key stops the start and leaves the stored keys alone")
  func wrongMasterKey() async throws {
    let store = MemoryStore()
    let right = try TestKeys.sealer()
    let record = try SigningKeys.record(for: TestKeys.signing(), sealer: right)
    #expect(try await store.replaceKeySet(expecting: nil, with: record))
    let other = try #require(MasterKey(bytes: Array(repeating: 8, count: 32)))
    let keys = SigningKeys(store: store, sealer: Sealer(master: other, environment: .live))
    await expectError(.misused("masterKey", "")) { try await keys.start() }
    await #expect(throws: OAuthError.self) { try await keys.ring() }
    #expect(try await store.keySet() == record)

    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = KeyFile(path: folder.path + "/id.db.key")
    #expect(throws: KeyFile.Problem.missing(file.path)) {
      try file.load(sealed: .something, environment: .live)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("a key file is created once, for its owner only; one that others can read is refused")
  func keyFile() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = KeyFile(path: folder.path + "/id.db.key")
    let sealer = Sealer(
      master: try file.load(sealed: .nothing, environment: .live), environment: .live)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let again = Sealer(
      master: try file.load(sealed: .something, environment: .live), environment: .live)
    let sealed = try sealer.seal([1, 2, 3], for: .interaction)
    #expect(again.open(sealed, for: .interaction) == [1, 2, 3])

    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(throws: KeyFile.Problem.loose(file.path)) {
      try file.load(sealed: .something, environment: .live)
    }
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
    #expect(throws: KeyFile.Problem.self) {
      try file.load(sealed: .something, environment: .live)
    }
  }
}
