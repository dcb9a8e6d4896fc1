// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestIdtokenSigRs256 {
  @Test("oidcc-client-test-idtoken-sig-rs256: an ID token signed with RS256 is believed")
  func works() async throws {
    let party = try await RelyingParty(client: HostileClient(idTokenAlgorithm: .rs256))
    try await party.expectSignIn()
  }
}
