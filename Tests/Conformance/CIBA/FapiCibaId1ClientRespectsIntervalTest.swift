// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientRespectsIntervalTest {
  @Test("fapi-ciba-id1-client-respects-interval-test: the client waits as long as it is told")
  func works() async throws {
    let party = try await BackchannelParty(.longInterval)
    try await party.expectSignIn()
    #expect(party.waited == [.seconds(12), .seconds(12)])
  }
}
