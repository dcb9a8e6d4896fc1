// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidShash {
  @Test(
    "fapi1-advanced-final-client-test-invalid-shash: an ID token that signs another state ends the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.wrongSHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "s_hash")
  }
}
