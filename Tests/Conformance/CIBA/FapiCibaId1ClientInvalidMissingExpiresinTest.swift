// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidMissingExpiresinTest {
  @Test(
    "fapi-ciba-id1-client-invalid-missing-expiresin-test: an acceptance without an end asks for no token"
  )
  func refused() async throws {
    let party = try await BackchannelParty(.missingRequestLifetime)
    try await party.expectRefusal(.replyMalformed, "expires_in", tokenRequests: 0)
  }
}
