// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestSigningKeyRotationJustBeforeSigning {
  // attack: C-54
  @Test(
    "oidcc-client-test-signing-key-rotation-just-before-signing: a key that is a moment old is asked for"
  )
  func works() async throws {
    let party = try await RelyingParty(
      .keyRotationJustBeforeSigning, client: HostileClient(idTokenAlgorithm: .es256))
    let client = try await party.client()
    let first = try await client.signInWithoutStoring(scopes: [.openID])
    party.provider.clock.advance(by: .seconds(60))
    let second = try await client.signInWithoutStoring(scopes: [.openID])
    #expect(first.account == second.account)
    #expect(party.provider.count(.keys) == 2)
    await party.provider.stop()
  }
}
