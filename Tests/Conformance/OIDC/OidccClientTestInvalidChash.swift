// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestInvalidChash {
  @Test("oidcc-client-test-invalid-chash: an ID token for another code signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.wrongCHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "c_hash")
  }
}
