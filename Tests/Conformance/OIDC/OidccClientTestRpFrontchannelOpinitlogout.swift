// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpFrontchannelOpinitlogout {
  // attack: C-64
  @Test(
    "oidcc-client-test-rp-frontchannel-opinitlogout: a frame about another session ends nothing")
  func refused() async throws {
    let party = try await RelyingParty()
    let (issuer, session) = try await party.browserSession()
    let other = FrontChannelLogout(issuer: issuer, sessionID: "session-2")
    let foreign = FrontChannelLogout(issuer: try Issuer("https://evil.example"), sessionID: session)
    for (frame, parameter) in [(other, "sid"), (foreign, "iss")] {
      let error = await failure {
        try RelyingParty.received(frame).check(issuer: issuer, sessionID: session)
      }
      #expect(error?.parameter == parameter)
    }
    try RelyingParty.received(FrontChannelLogout(issuer: issuer, sessionID: session))
      .check(issuer: issuer, sessionID: session)
    await party.provider.stop()
  }
}
