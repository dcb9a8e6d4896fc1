// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OIDCLogoutTests {
  @Test("oidcc-client-test-rp-backchannel-rpinitlogout: a good logout token ends the session")
  func rpBackchannelRpinitlogout() async throws {
    let party = try await RelyingParty()
    #expect(try await party.receiveLogout() == 200)
    #expect(try await party.store.sessions().isEmpty)
  }

  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-alg-none: an unsigned logout token ends nothing")
  func rpBackchannelRpinitlogoutAlgNone() async throws {
    try await RelyingParty.expectNoLogout(by: .unsignedLogoutToken)
  }

  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-no-event: a logout token without the event ends nothing"
  )
  func rpBackchannelRpinitlogoutNoEvent() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenWithoutEvent)
  }

  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce: a logout token with a nonce ends nothing"
  )
  func rpBackchannelRpinitlogoutWithNonce() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenWithNonce)
  }

  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg: another algorithm than the registered one ends nothing"
  )
  func rpBackchannelRpinitlogoutWrongAlg() async throws {
    try await RelyingParty.expectNoLogout(by: .otherAlgorithmOfLogoutToken)
  }

  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud: a logout token for another client ends nothing"
  )
  func rpBackchannelRpinitlogoutWrongAud() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenForAnotherClient)
  }

  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event: a logout token with another event ends nothing"
  )
  func rpBackchannelRpinitlogoutWrongEvent() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenWithWrongEvent)
  }

  // attack: C-62
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss: a logout token of another issuer ends nothing"
  )
  func rpBackchannelRpinitlogoutWrongIss() async throws {
    try await RelyingParty.expectNoLogout(by: .logoutTokenOfAnotherIssuer)
  }

  // attack: C-64
  @Test(
    "oidcc-client-test-rp-frontchannel-opinitlogout: a frame about another session ends nothing")
  func rpFrontchannelOpinitlogout() async throws {
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
  }

  @Test(
    "oidcc-client-test-rp-frontchannel-rpinitlogout: the issuer's frame ends this browser's session"
  )
  func rpFrontchannelRpinitlogout() async throws {
    let party = try await RelyingParty()
    let (issuer, session) = try await party.browserSession()
    let frame = FrontChannelLogout(issuer: issuer, sessionID: session)
    try RelyingParty.received(frame).check(issuer: issuer, sessionID: session)
  }

  @Test("oidcc-client-test-rp-init-logout: the browser comes back with the state that was sent")
  func rpInitLogout() async throws {
    let party = try await RelyingParty()
    let report = try await party.signOut()
    #expect(report.isComplete)
    #expect(try await party.store.sessions().isEmpty)
  }

  @Test("oidcc-client-test-rp-init-logout-no-state: coming back without the state is an error")
  func rpInitLogoutNoState() async throws {
    let party = try await RelyingParty(.noStateAfterLogout)
    let report = try await party.signOut()
    #expect(party.endSessionFailure(in: report)?.code == .stateMismatch)
    #expect(try await party.store.sessions().isEmpty)
  }

  @Test("oidcc-client-test-rp-init-logout-other-state: coming back with another state is an error")
  func rpInitLogoutOtherState() async throws {
    let party = try await RelyingParty(.otherStateAfterLogout)
    let report = try await party.signOut()
    #expect(party.endSessionFailure(in: report)?.code == .stateMismatch)
    #expect(try await party.store.sessions().isEmpty)
  }
}
