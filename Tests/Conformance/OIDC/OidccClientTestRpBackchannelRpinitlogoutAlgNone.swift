// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogoutAlgNone {
  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-alg-none: an unsigned logout token ends nothing")
  func refused() async throws {
    try await RelyingParty.expectNoLogout(by: .unsignedLogoutToken)
  }
}
