// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidNullAlg {
  @Test("fapi1-advanced-final-client-test-invalid-null-alg: an unsigned ID token signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.unsignedIDToken)
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }
}
