// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Testing

struct OidccClientTestMtlsEndpointAliases {
  @Test(
    "oidcc-client-test-mtls-endpoint-aliases: a client with a certificate asks at the aliases of the endpoints"
  )
  func works() async throws {
    let party = try await RelyingParty(
      client: HostileClient(authenticationMethod: "tls_client_auth"))
    let session = try await party.signIn([.openID, .email])
    try await session.refresh()
    _ = try await session.userInfo()
    let places = party.provider.requestsElsewhere.map(\.path)
    #expect(places == ["/token", "/token", "/userinfo"])
    #expect(party.provider.count(.token) == 2)
    #expect(party.provider.count(.userInfo) == 1)
    await party.provider.stop()
  }
}
