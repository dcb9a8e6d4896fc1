// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestMissingSub {
  @Test("oidcc-client-test-missing-sub: an ID token about nobody signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.missingSubject)
    try await party.expectRefusal(.idTokenInvalid, "sub")
  }
}
