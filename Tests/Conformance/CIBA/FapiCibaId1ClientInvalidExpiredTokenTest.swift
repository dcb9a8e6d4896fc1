// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidExpiredTokenTest {
  @Test("fapi-ciba-id1-client-invalid-expired-token-test: a request that ended signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.expiredRequest)
    try await party.expectRefusal(.timedOut, "person", tokenRequests: 1)
  }
}
