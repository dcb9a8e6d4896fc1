// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

/// Long random sequences of calls: the memory store is the model, and the others must return the same.
@Suite("Random sequences of calls have the same outcomes on every store")
struct ModelTests {
  // attack: ST-23
  @Test("issuer store", arguments: 1...12)
  func issuer(_ seed: Int) async throws {
    try await RandomVerbs.expectSameOutcomes(
      seed: seed, steps: 900, reopeningAfter: 300,
      wanted: [
        "redeemed", "alreadyUsed", "expired", "unknown", "rotated", "repeated", "reused", "revoked",
        "wrongClient", "removed", "allowed", "exhausted",
      ])
  }

  // attack: ST-23
  @Test("social store", arguments: 1...8)
  func social(_ seed: Int) async throws {
    try await RandomSocialVerbs.expectSameOutcomes(
      seed: seed, steps: 800, reopeningAfter: 250,
      wanted: ["codeGone", "stateGone", "stateMismatch", "unknown", "removed"])
  }

  // attack: ST-23
  @Test("issuer store on PostgreSQL", arguments: 21...24)
  func issuerOnPostgreSQL(_ seed: Int) async throws {
    try await RandomVerbs.expectSameOutcomes(onPostgreSQL: seed, steps: 600)
  }

  // attack: ST-23
  @Test("social store on PostgreSQL", arguments: 21...24)
  func socialOnPostgreSQL(_ seed: Int) async throws {
    try await RandomSocialVerbs.expectSameOutcomes(onPostgreSQL: seed, steps: 600)
  }
}
