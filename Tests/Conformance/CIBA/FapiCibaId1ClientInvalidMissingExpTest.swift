// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidMissingExpTest {
  @Test("fapi-ciba-id1-client-invalid-missing-exp-test: an ID token without an end signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.missingExpiry)
    try await party.expectRefusal(.idTokenInvalid, "exp", tokenRequests: 2)
  }
}
