// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidMissingIssTest {
  @Test("fapi-ciba-id1-client-invalid-missing-iss-test: an ID token of nobody signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.missingIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss", tokenRequests: 2)
  }
}
