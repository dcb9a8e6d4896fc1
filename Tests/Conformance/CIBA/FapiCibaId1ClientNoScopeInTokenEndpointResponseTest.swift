// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientNoScopeInTokenEndpointResponseTest {
  @Test(
    "fapi-ciba-id1-client-no-scope-in-token-endpoint-response-test: no scope in the reply means what was asked for"
  )
  func works() async throws {
    let party = try await BackchannelParty(.missingScope)
    try await party.expectSignIn()
  }
}
