// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogoutWrongEvent {
  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event: a logout token with another event ends nothing"
  )
  func refused() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenWithWrongEvent)
  }
}
