// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidSignature {
  @Test("fapi1-advanced-final-client-test-invalid-signature: a corrupt signature signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.corruptSignature(.es256))
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }
}
