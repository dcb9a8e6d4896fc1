// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidSecondaryAudTest {
  @Test(
    "fapi-ciba-id1-client-invalid-secondary-aud-test: an ID token for another client as well signs nobody in"
  )
  func refused() async throws {
    let party = try await BackchannelParty(.secondAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", tokenRequests: 2)
  }
}
