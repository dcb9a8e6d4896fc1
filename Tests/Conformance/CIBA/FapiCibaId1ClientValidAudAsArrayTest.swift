// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientValidAudAsArrayTest {
  @Test("fapi-ciba-id1-client-valid-aud-as-array-test: an audience of one in an array is good")
  func works() async throws {
    let party = try await BackchannelParty(.audienceAsArray)
    try await party.expectSignIn()
  }
}
