// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestInvalidIss {
  @Test("oidcc-client-test-invalid-iss: an ID token of another issuer signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.wrongIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss")
  }
}
