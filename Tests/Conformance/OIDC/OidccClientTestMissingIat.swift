// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestMissingIat {
  @Test(
    "oidcc-client-test-missing-iat: an ID token that doesn't say when it was made signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.missingIssuedAt)
    try await party.expectRefusal(.idTokenInvalid, "iat")
  }
}
