// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Testing

struct OidccClientTestDiscoveryWebfingerAcct {
  @Test("oidcc-client-test-discovery-webfinger-acct: an account's host names the issuer")
  func works() async throws {
    let party = try await RelyingParty()
    let found = try await Provider.find(
      by: "acct:joe@127.0.0.1:\(party.provider.port)", transport: party.transport,
      environment: party.provider.environment)
    #expect(found.metadata.issuer.text == party.provider.issuer)
    #expect(party.provider.requests(.webFinger).first?.query.contains("acct%3Ajoe%40") == true)
    try await party.expectSignIn()
  }
}
