// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestDiscoveryIssuerMismatch {
  @Test(
    "fapi1-advanced-final-client-test-discovery-issuer-mismatch: metadata of another issuer is not used"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.metadataOfAnotherIssuer)
    try await party.expectRefusal(.discoveryMismatch, "issuer", tokenRequests: 0)
    #expect(party.provider.requests.count == 1)
  }
}
