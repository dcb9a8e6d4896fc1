// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestIdtokenSigNone {
  // attack: C-59
  @Test("oidcc-client-test-idtoken-sig-none: an unsigned ID token signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.unsignedIDToken)
    try await party.expectRefusal(.idTokenInvalid)
  }
}
