// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidIssTest {
  @Test("fapi-ciba-id1-client-invalid-iss-test: an ID token of another issuer signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.wrongIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss", tokenRequests: 2)
  }
}
