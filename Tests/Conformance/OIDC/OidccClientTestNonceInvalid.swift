// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestNonceInvalid {
  // attack: C-18
  @Test("oidcc-client-test-nonce-invalid: an ID token of another sign-in signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.wrongNonce)
    try await party.expectRefusal(.nonceMismatch, "nonce")
  }
}
