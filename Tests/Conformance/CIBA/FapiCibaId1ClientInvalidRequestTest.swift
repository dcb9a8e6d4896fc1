// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidRequestTest {
  @Test("fapi-ciba-id1-client-invalid-request-test: a refused request asks for no token")
  func refused() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.invalidRequest))
    try await party.expectRefusal(.invalidRequest, tokenRequests: 0)
  }
}
