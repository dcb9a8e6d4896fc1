// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidIatIsWeekInPastTest {
  @Test(
    "fapi-ciba-id1-client-invalid-iat-is-week-in-past-test: an ID token older than the request signs nobody in"
  )
  func refused() async throws {
    let party = try await BackchannelParty(.issuedAWeekAgo)
    try await party.expectRefusal(.idTokenInvalid, "iat", tokenRequests: 2)
  }
}
