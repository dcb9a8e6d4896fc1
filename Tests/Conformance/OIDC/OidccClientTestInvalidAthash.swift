// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestInvalidAthash {
  // attack: C-94
  @Test("oidcc-client-test-invalid-athash: an ID token for another access token signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.wrongAtHash)
    try await party.expectRefusal(of: .idTokenToken, .idTokenInvalid, "at_hash")
  }
}
