// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidNullAlg {
  @Test(
    "fapi2-security-profile-final-client-test-invalid-null-alg: an unsigned ID token signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.unsignedIDToken)
    try await party.expectRefusal(.idTokenInvalid)
  }
}
