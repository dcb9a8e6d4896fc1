// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidAccessDeniedTest {
  @Test("fapi-ciba-id1-client-invalid-access-denied-test: a person who says no isn't signed in")
  func refused() async throws {
    let party = try await BackchannelParty(.deniedRequest)
    try await party.expectRefusal(.accessDenied, tokenRequests: 1)
  }
}
