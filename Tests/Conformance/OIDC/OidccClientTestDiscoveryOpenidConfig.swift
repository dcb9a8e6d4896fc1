// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestDiscoveryOpenidConfig {
  @Test("oidcc-client-test-discovery-openid-config: the metadata is fetched and used")
  func works() async throws {
    let party = try await RelyingParty()
    let client = try await party.client()
    #expect(party.provider.count(.discovery) == 1)
    #expect(client.provider.metadata.issuer.text == party.provider.issuer)
    #expect(client.provider.metadata.tokenEndpoint?.text == party.provider.issuer + "/token")
    await party.provider.stop()
  }
}
