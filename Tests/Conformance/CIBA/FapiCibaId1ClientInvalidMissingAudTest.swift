// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidMissingAudTest {
  @Test("fapi-ciba-id1-client-invalid-missing-aud-test: an ID token for nobody signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.missingAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", tokenRequests: 2)
  }
}
