// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientSlowDownTest {
  @Test("fapi-ciba-id1-client-slow-down-test: the client waits longer when it is told")
  func works() async throws {
    let party = try await BackchannelParty(.slowDown)
    try await party.expectSignIn()
    #expect(party.waited == [.seconds(5), .seconds(10), .seconds(15), .seconds(15)])
  }
}
