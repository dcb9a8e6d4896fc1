// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidNullAlgTest {
  @Test("fapi-ciba-id1-client-invalid-null-alg-test: an unsigned ID token signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.unsignedIDToken)
    try await party.expectRefusal(.idTokenInvalid, tokenRequests: 2)
  }
}
