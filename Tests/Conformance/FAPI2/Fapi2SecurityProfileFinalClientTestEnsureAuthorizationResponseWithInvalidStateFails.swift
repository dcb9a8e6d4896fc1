// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureAuthorizationResponseWithInvalidStateFails {
  // attack: C-01
  @Test(
    "fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-state-fails: another state stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.wrongState)
    try await party.expectRefusal(.stateMismatch, "state", tokenRequests: 0)
  }
}
