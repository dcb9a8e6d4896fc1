// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestDistributedClaims {
  @Test(
    "oidcc-client-test-distributed-claims: claims at another address are fetched, verified and merged"
  )
  func works() async throws {
    let party = try await RelyingParty(.distributedClaims)
    let claims = try await party.collectedClaims()
    #expect(claims.claims["credit_score"] == 650)
    #expect(claims.failures.isEmpty)
    #expect(party.provider.count(.claims) == 1)
    await party.provider.stop()
  }
}
