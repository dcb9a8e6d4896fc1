// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpFrontchannelRpinitlogout {
  @Test(
    "oidcc-client-test-rp-frontchannel-rpinitlogout: the issuer's frame ends this browser's session"
  )
  func works() async throws {
    let party = try await RelyingParty()
    let (issuer, session) = try await party.browserSession()
    let frame = FrontChannelLogout(issuer: issuer, sessionID: session)
    try RelyingParty.received(frame).check(issuer: issuer, sessionID: session)
    await party.provider.stop()
  }
}
