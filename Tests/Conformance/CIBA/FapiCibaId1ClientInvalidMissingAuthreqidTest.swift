// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidMissingAuthreqidTest {
  @Test(
    "fapi-ciba-id1-client-invalid-missing-authreqid-test: an acceptance without an id asks for no token"
  )
  func refused() async throws {
    let party = try await BackchannelParty(.missingAuthReqID)
    try await party.expectRefusal(.replyMalformed, "auth_req_id", tokenRequests: 0)
  }
}
