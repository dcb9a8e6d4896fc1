// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestInvalidSigRs256 {
  @Test("oidcc-client-test-invalid-sig-rs256: a corrupt RS256 signature signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(.corruptSignature(.rs256))
    try await party.expectRefusal(.idTokenInvalid)
  }
}
