// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestInvalidSigEs256 {
  @Test("oidcc-client-test-invalid-sig-es256: a corrupt ES256 signature signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty(
      .corruptSignature(.es256), client: HostileClient(idTokenAlgorithm: .es256))
    try await party.expectRefusal(.idTokenInvalid)
  }
}
