// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTest {
  @Test("oidcc-client-test: a whole sign-in works")
  func works() async throws {
    let party = try await RelyingParty()
    try await party.expectSignIn()
  }
}
