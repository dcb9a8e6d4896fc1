// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestInvalidSigHs256 {
  // attack: C-59
  @Test("oidcc-client-test-invalid-sig-hs256: a corrupt MAC signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(
      .corruptSignature(.hs256),
      client: HostileClient(secret: Secret("a-secret-of-32-bytes-0123456789ab")))
    try await party.expectRefusal(.idTokenInvalid)
  }
}
