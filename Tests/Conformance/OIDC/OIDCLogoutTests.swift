// SPDX-License-Identifier: Apache-2.0
import TestKit

struct OIDCLogoutTests {
  @Test(
    "oidcc-client-test-rp-backchannel-rpinitlogout: a valid logout token ends the session")
  func rpBackchannelRpinitlogout() async throws {
    let party = try await RelyingParty()
    #expect(try await party.receiveLogout() == 200)
    #expect(try await party.store.sessions().isEmpty)
  }

  // attack: C-62
  @Test(
    "The client refuses the logout token and keeps the session",
    arguments: [
      Case("oidcc-client-test-rp-backchannel-rpinitlogout-alg-none", Fault.unsignedLogoutToken),
      Case("oidcc-client-test-rp-backchannel-rpinitlogout-no-event", .logoutTokenWithoutEvent),
      Case("oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce", .logoutTokenWithNonce),
      Case("oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg", .otherAlgorithmOfLogoutToken),
      Case("oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud", .logoutTokenForAnotherClient),
      Case("oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event", .logoutTokenWithWrongEvent),
      Case("oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss", .logoutTokenOfAnotherIssuer),
      Case("no subject", .logoutTokenWithoutSubject), Case("expired", .oldLogoutToken),
      Case("corrupt signature", .corruptLogoutToken),
    ])
  func refused(_ row: Case<Fault>) async throws {
    let party = try await RelyingParty(row.value)
    #expect(try await party.receiveLogout() == 400)
    #expect(try await party.store.sessions().count == 1)
  }

  // attack: C-64
  @Test(
    "oidcc-client-test-rp-frontchannel-opinitlogout: a frame for another session or issuer is refused"
  )
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
    "oidcc-client-test-rp-frontchannel-rpinitlogout: the provider's frame ends the browser's session"
  )
  func rpFrontchannelRpinitlogout() async throws {
    let party = try await RelyingParty()
    let (issuer, session) = try await party.browserSession()
    let frame = FrontChannelLogout(issuer: issuer, sessionID: session)
    try RelyingParty.received(frame).check(issuer: issuer, sessionID: session)
  }

  @Test("oidcc-client-test-rp-init-logout: the logout response has the state of the request")
  func rpInitLogout() async throws {
    let party = try await RelyingParty()
    let report = try await party.signOut()
    #expect(report.isComplete)
    #expect(try await party.store.sessions().isEmpty)
  }

  @Test(
    "The client reports a logout response without the state of the request",
    arguments: [
      Case("oidcc-client-test-rp-init-logout-no-state", Fault.noStateAfterLogout),
      Case("oidcc-client-test-rp-init-logout-other-state", .otherStateAfterLogout),
    ])
  func rpInitLogoutState(_ row: Case<Fault>) async throws {
    let party = try await RelyingParty(row.value)
    let report = try await party.signOut()
    #expect(party.endSessionFailure(in: report)?.code == .stateMismatch)
    #expect(try await party.store.sessions().isEmpty)
  }
}
