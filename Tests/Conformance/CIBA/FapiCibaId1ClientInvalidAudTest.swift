// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidAudTest {
  @Test("fapi-ciba-id1-client-invalid-aud-test: an ID token for another client signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.wrongAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", tokenRequests: 2)
  }
}
