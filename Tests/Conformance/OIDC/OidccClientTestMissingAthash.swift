// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestMissingAthash {
  @Test(
    "oidcc-client-test-missing-athash: beside an access token from the browser an ID token has its hash"
  )
  func refused() async throws {
    let party = try await RelyingParty(.missingAtHash)
    try await party.expectRefusal(of: .idTokenToken, .idTokenInvalid, "at_hash")
  }
}
