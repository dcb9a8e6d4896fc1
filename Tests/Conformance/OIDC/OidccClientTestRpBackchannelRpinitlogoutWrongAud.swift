// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogoutWrongAud {
  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud: a logout token for another client ends nothing"
  )
  func refused() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenForAnotherClient)
  }
}
