// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Testing

struct OidccClientTestDiscoveryWebfingerUrl {
  @Test("oidcc-client-test-discovery-webfinger-url: a page's host names the issuer")
  func works() async throws {
    let party = try await RelyingParty()
    let found = try await Provider.find(
      by: "\(party.provider.issuer)/joe", transport: party.transport,
      environment: party.provider.environment)
    #expect(found.metadata.issuer.text == party.provider.issuer)
    #expect(party.provider.requests(.webFinger).first?.query.contains("%2Fjoe") == true)
    try await party.expectSignIn()
    let other = try await RelyingParty(.webFingerOfAnotherIssuer)
    let error = await failure {
      try await Provider.find(
        by: other.provider.issuer, transport: other.transport,
        environment: other.provider.environment)
    }
    #expect(error?.code == .discoveryMismatch)
    await other.provider.stop()
  }
}
