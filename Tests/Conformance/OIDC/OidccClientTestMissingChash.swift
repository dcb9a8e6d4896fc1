// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestMissingChash {
  @Test("oidcc-client-test-missing-chash: beside a code from the browser an ID token has its hash")
  func refused() async throws {
    let party = try await RelyingParty(.missingCHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "c_hash")
  }
}
