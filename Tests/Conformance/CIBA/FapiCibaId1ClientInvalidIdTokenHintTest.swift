// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidIdTokenHintTest {
  @Test(
    "fapi-ciba-id1-client-invalid-id-token-hint-test: a hint the provider refuses asks for no token"
  )
  func refused() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.invalidRequest))
    try await party.expectRefusal(
      .invalidRequest, tokenRequests: 0, hint: .idToken(Secret("not.a.token")))
  }
}
