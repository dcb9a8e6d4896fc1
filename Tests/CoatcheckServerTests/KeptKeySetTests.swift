// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("verifiers that cache the key set")
struct KeptKeySetTests {
  @Test("that cache it for five minutes find no unknown key in a hundred rotations")
  func keptKeySets() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    var environment = RuntimeEnvironment.live
    environment.now = { clock.now }
    let sealer = Sealer(master: try TestKeys.master(), environment: environment)
    let rotation = try KeyRotation(lifetime: 600, announcement: 600, retention: 600)
    var nodes: [SigningKeys] = []
    for _ in 0..<2 {
      let node = SigningKeys(store: store, sealer: sealer, rotation: rotation, algorithms: [])
      try await node.start()
      _ = try await node.ring()
      nodes.append(node)
    }
    var kept = try await Array(repeating: nodes[0].ring().verification, count: 3)
    var tokens: [String] = []
    var signers: Set<String> = []
    for minute in 0..<1_250 {
      if minute % 3 == 0 { try await nodes[minute % 2].maintain() }
      for node in nodes {
        let key = try #require(try await node.ring().active[.es256])
        signers.insert(key.keyID)
        tokens.append(try key.sign(["sub": "a"], type: "at+jwt"))
      }
      // Tokens live for ten minutes; the first, a middle and the last one are verified.
      tokens = tokens.suffix(20)
      for reader in kept.indices {
        // Each verifier fetches the key set every five minutes, at its own time, from either node.
        if (minute + reader) % 5 == 0 {
          kept[reader] = try await nodes[reader % 2].ring().verification
        }
        for token in [tokens[0], tokens[tokens.count / 2], tokens[tokens.count - 1]] {
          _ = try UnverifiedJWT(token).verified(by: kept[reader], accepting: [.es256])
        }
      }
      clock.advance(by: .seconds(60))
    }
    #expect(signers.count >= 100)
  }
}
