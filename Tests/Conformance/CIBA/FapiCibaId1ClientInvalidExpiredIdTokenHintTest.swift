// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidExpiredIdTokenHintTest {
  @Test(
    "fapi-ciba-id1-client-invalid-expired-id-token-hint-test: a hint that ended asks for no token")
  func refused() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.expiredLoginHintToken))
    try await party.expectRefusal(
      .expiredLoginHintToken, tokenRequests: 0, hint: .idToken(Secret("an.old.token")))
  }
}
