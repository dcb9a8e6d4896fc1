// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestMissingAud {
  @Test("oidcc-client-test-missing-aud: an ID token for nobody signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.missingAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud")
  }
}
