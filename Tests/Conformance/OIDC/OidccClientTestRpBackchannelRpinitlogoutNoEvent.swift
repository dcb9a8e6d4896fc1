// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogoutNoEvent {
  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-no-event: a logout token without the event ends nothing"
  )
  func refused() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenWithoutEvent)
  }
}
