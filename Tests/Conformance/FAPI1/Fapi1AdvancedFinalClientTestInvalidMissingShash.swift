// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidMissingShash {
  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-shash: an ID token that signs no state ends the sign-in"
  )
  func refused() async throws {
    let good = try await RelyingParty.fapi1()
    let session = try await good.signIn(by: .codeIDToken)
    #expect(session.account.issuer == good.provider.issuer)
    await good.provider.stop()
    let party = try await RelyingParty.fapi1(.missingSHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "s_hash")
  }
}
