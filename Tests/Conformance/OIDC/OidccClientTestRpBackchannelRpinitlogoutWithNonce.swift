// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogoutWithNonce {
  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce: a logout token with a nonce ends nothing"
  )
  func refused() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenWithNonce)
  }
}
