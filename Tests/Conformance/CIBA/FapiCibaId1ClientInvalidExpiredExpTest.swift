// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidExpiredExpTest {
  @Test("fapi-ciba-id1-client-invalid-expired-exp-test: an ID token that ended signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.expired)
    try await party.expectRefusal(.idTokenInvalid, "exp", tokenRequests: 2)
  }
}
