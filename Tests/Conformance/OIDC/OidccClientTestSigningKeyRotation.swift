// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestSigningKeyRotation {
  // attack: C-54
  @Test("oidcc-client-test-signing-key-rotation: a new key is asked for when a token names it")
  func works() async throws {
    let party = try await RelyingParty(
      .keyRotation, client: HostileClient(idTokenAlgorithm: .es256))
    let client = try await party.client()
    let first = try await client.signInWithoutStoring(scopes: [.openID])
    party.provider.clock.advance(by: .seconds(60))
    let second = try await client.signInWithoutStoring(scopes: [.openID])
    #expect(first.account == second.account)
    #expect(party.provider.count(.keys) == 2)
    await party.provider.stop()
  }
}
