// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The keys of an issuer")
struct KeySetCacheTests {
  let provider = FakeProvider()
  let endpoint: Endpoint
  let cache: KeySetCache

  init() throws {
    endpoint = try Endpoint(provider.issuer + "/jwks")
    cache = KeySetCache(transport: provider, environment: provider.environment)
  }

  private func token(_ key: SigningKey, claims: JSONObject = ["sub": "alice"]) throws
    -> UnverifiedJWT
  {
    try UnverifiedJWT(key.sign(claims))
  }

  private func verify(_ token: UnverifiedJWT) async throws {
    _ = try await cache.verified(token, at: endpoint, accepting: [.es256])
  }

  // attack: C-53
  @Test("are fetched once in a cool-down, for any number of unknown key ids")
  func inventedKeyIDs() async throws {
    try await verify(token(FakeProvider.key))
    provider.clock.advance(KeySetCache.coolDown)
    let before = provider.count("/jwks")
    var json = try SigningKey.generate(.es256).privateJWK()
    for number in 0..<1000 {
      json["kid"] = .string("invented-\(number)")
      let forged = try token(SigningKey(privateJWK: json))
      #expect(await failure { try await verify(forged) } == .unreadable(.idTokenInvalid, ""))
      provider.clock.advance(0.01)
      if number % 100 == 0 { try await verify(token(FakeProvider.key)) }
    }
    #expect(provider.count("/jwks") == before + 1)
    try await verify(token(FakeProvider.key))
  }

  // attack: C-54
  @Test("are fetched again when a token names a key that is new")
  func rotation() async throws {
    try await verify(token(FakeProvider.key))
    provider.clock.advance(KeySetCache.coolDown)
    let next = try SigningKey.generate(.es256)
    provider.change { $0.published.append(next.publicJWK) }
    try await verify(token(next))
    #expect(provider.count("/jwks") == 2)
    try await verify(token(FakeProvider.key))
    #expect(provider.count("/jwks") == 2)
  }

  static let giants: [Case<JSONObject>] = [
    Case("are ten thousand", ["keys": .array(Array(repeating: ["kty": "oct"], count: 10_000))]),
    Case(
      "fill ten megabytes",
      ["keys": [], "padding": .string(String(repeating: "x", count: 10 << 20))]),
  ]

  // attack: C-56
  @Test("are refused when they", arguments: giants)
  func tooMany(_ row: Case<JSONObject>) async throws {
    provider.script("/jwks") { _, _ throws(OAuthError) in FakeProvider.json(row.value) }
    #expect(await failure { try await cache.keys(at: endpoint) }?.outcome == .unreadable)
  }

  // attack: C-56
  @Test("with a modulus of 16,384 bits do not verify anything")
  func giantKey() async throws {
    let modulus = Base64URL.encode([UInt8](repeating: 0xC1, count: 2048))
    let giant: JSONObject = [
      "kty": "RSA", "kid": "giant", "n": .string(modulus), "e": "AQAB", "alg": "RS256",
    ]
    provider.script("/jwks") { _, _ throws(OAuthError) in
      FakeProvider.json(["keys": [.object(giant)]])
    }
    #expect(try await cache.keys(at: endpoint).keyIDs.isEmpty)
  }

  // attack: C-57
  @Test("are fetched once for a hundred concurrent callers")
  func coldStart() async throws {
    let gate = provider.gate(at: "/jwks")
    let good = try token(FakeProvider.key)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { try await verify(good) } }
      await gate.arrived()
      gate.open()
      try await group.waitForAll()
    }
    #expect(provider.count("/jwks") == 1)
  }

  // attack: C-58
  @Test(
    "are tried for a token without a key id, when they fit its algorithm", arguments: [1, 2, 4])
  func withoutKeyID(_ count: Int) async throws {
    let others = try (1..<count).map { _ in try SigningKey.generate(.es256).publicJWK }
    provider.change { $0.published = others + $0.published }
    try await verify(Self.anonymous(FakeProvider.key))
    let unknown = try SigningKey.generate(.es256)
    let error = await failure { try await verify(Self.anonymous(unknown)) }
    #expect(error == .unreadable(.idTokenInvalid, ""))
  }

  // attack: C-58
  @Test("are not tried for a token without a key id when they are more than four")
  func tooManyTrials() async throws {
    let others = try (1...4).map { _ in try SigningKey.generate(.es256).publicJWK }
    provider.change { $0.published += others }
    let error = await failure { try await verify(Self.anonymous(FakeProvider.key)) }
    #expect(error == .unreadable(.idTokenInvalid, ""))
  }

  @Test("that cannot be fetched again are used for at most a day")
  func offline() async throws {
    try await verify(token(FakeProvider.key))
    provider.cut("/jwks")
    provider.clock.advance(KeySetCache.lifetime + 1)
    try await verify(token(FakeProvider.key))
    provider.clock.advance(KeySetCache.maximumAge)
    let error = await failure { try await verify(token(FakeProvider.key)) }
    #expect(error == .unreachable(.connectionFailed, ""))
  }

  @Test("that were withdrawn are not used after an hour")
  func withdrawn() async throws {
    try await verify(token(FakeProvider.key))
    let next = try SigningKey.generate(.es256)
    provider.change { $0.published = [next.publicJWK] }
    provider.clock.advance(KeySetCache.lifetime)
    let error = await failure { try await verify(token(FakeProvider.key)) }
    #expect(error == .unreadable(.idTokenInvalid, ""))
  }

  /// A token whose header has no `kid`.
  private static func anonymous(_ key: SigningKey) throws -> UnverifiedJWT {
    let header = Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))
    let text = header + "." + Base64URL.encode(Array(#"{"sub":"alice"}"#.utf8))
    return try UnverifiedJWT(text + "." + Base64URL.encode(key.signature(for: Array(text.utf8))))
  }
}
