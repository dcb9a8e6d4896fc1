// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidAlternateAlgTest {
  @Test(
    "fapi-ciba-id1-client-invalid-alternate-alg-test: another algorithm than the registered one signs nobody in"
  )
  func refused() async throws {
    let party = try await BackchannelParty(.otherAlgorithm)
    try await party.expectRefusal(.idTokenInvalid, tokenRequests: 2)
  }
}
