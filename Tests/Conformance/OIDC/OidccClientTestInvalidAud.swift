// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestInvalidAud {
  @Test("oidcc-client-test-invalid-aud: an ID token for another client signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.wrongAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud")
  }
}
