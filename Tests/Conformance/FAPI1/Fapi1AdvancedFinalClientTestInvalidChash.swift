// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidChash {
  @Test(
    "fapi1-advanced-final-client-test-invalid-chash: an ID token that signs another code ends the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.wrongCHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "c_hash")
  }
}
