// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogoutWrongIss {
  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss: a logout token of another issuer ends nothing"
  )
  func refused() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenOfAnotherIssuer)
  }
}
