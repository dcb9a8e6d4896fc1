// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidUnknownUserIdTest {
  @Test("fapi-ciba-id1-client-invalid-unknown-user-id-test: a person nobody knows is not signed in")
  func refused() async throws {
    let party = try await BackchannelParty(.backchannelRefusal(.unknownUserID))
    try await party.expectRefusal(.unknownUserID, tokenRequests: 0)
  }
}
