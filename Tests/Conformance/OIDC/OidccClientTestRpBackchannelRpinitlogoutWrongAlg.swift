// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogoutWrongAlg {
  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg: another algorithm than the registered one ends nothing"
  )
  func refused() async throws {
    try await RelyingParty.expectNoLogout(by: .otherAlgorithmOfLogoutToken)
  }
}
