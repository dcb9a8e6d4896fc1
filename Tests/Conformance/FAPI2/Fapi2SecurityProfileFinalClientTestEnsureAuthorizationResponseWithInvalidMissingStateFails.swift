// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureAuthorizationResponseWithInvalidMissingStateFails {
  // attack: C-01
  @Test(
    "fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-missing-state-fails: an answer without the state stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.missingState)
    try await party.expectRefusal(.stateMismatch, "state", tokenRequests: 0)
  }
}
