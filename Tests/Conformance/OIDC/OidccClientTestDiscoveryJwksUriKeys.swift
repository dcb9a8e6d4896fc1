// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Testing

struct OidccClientTestDiscoveryJwksUriKeys {
  @Test("oidcc-client-test-discovery-jwks-uri-keys: the keys come from where the metadata says")
  func works() async throws {
    let party = try await RelyingParty(.movedKeys)
    try await party.expectSignIn()
    #expect(party.provider.count(.keys) == 0)
    #expect(party.provider.requests.contains { $0.path == "/keys-of-today" })
  }
}
