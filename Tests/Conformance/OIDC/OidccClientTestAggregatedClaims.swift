// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestAggregatedClaims {
  @Test("oidcc-client-test-aggregated-claims: claims of another source are verified and merged")
  func works() async throws {
    let party = try await RelyingParty()
    let good = try await party.collectedClaims(adding: party.provider.claimsOfAnother())
    #expect(good.claims["credit_score"] == 650)
    #expect(good.failures.isEmpty)
    let other = try await RelyingParty(.corruptUserInfo)
    let bad = try await other.collectedClaims(adding: other.provider.claimsOfAnother())
    #expect(bad.claims["credit_score"] == nil)
    #expect(bad.failures["source"]?.code == .idTokenInvalid)
    for party in [party, other] { await party.provider.stop() }
  }
}
