// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPLogoutTests {
  @Test("oidcc-backchannel-rp-initiated-logout: the client is sent a logout token that holds")
  func backchannelRpInitiatedLogout() async throws {
    try await LoopbackApp.run { app in
      let op = try await OP(OP.leaving(told: app.origin + "/bye"))
      let environment = op.environment
      let rules = BackChannelLogoutReceiver(
        ClientContext(
          provider: Provider(metadata: try await op.metadata()), client: ClientIdentity(id: "rp"),
          runtime: ClientRuntime(transport: .platform, environment: environment))
      ) { token in #expect(token.subject == TestUser.alice.id && token.sessionID != nil) }
      app.answer { request in
        let (head, body) = await rules.answer(head: request.head, body: request.body)
        #expect(head.status == .ok)
        return ServedResponse(head: head, body: body)
      }
      let page = try await op.signInAndOut()
      #expect(page.location == OP.out + "?state=state-9876543210")
      #expect(app.paths == ["/bye"])
      await op.server.stop()
    }
  }

  @Test("oidcc-backchannel-rp-initiated-logout-discovery-endpoint-verification: it says so")
  func backchannelRpInitiatedLogoutDiscoveryEndpointVerification() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint != nil)
    #expect(metadata.backchannelLogoutSupported)
    #expect(metadata.backchannelLogoutSessionSupported)
  }

  @Test("oidcc-frontchannel-rp-initiated-logout: the client's page is shown in a frame")
  func frontchannelRpInitiatedLogout() async throws {
    try await LoopbackApp.run { app in
      let op = try await OP(OP.leaving(frame: app.origin + "/frame"))
      let page = try await op.signInAndOut()
      let frame = try #require(page.text.components(separatedBy: "<iframe src=\"").last)
      let address = frame.prefix { $0 != "\"" }.replacingOccurrences(of: "&amp;", with: "&")
      _ = try await op.browser.get(address)
      let told = try FrontChannelLogout(try #require(app.received.first).head)
      #expect(told.issuer == op.server.issuer && told.sessionID != nil)
      #expect(page.text.contains("href=\"\(OP.out)?state=state-9876543210\""))
      #expect(try await !op.isSignedIn())
      await op.server.stop()
    }
  }

  @Test("oidcc-frontchannel-rp-initiated-logout-discovery-endpoint-verification: it says so")
  func frontchannelRpInitiatedLogoutDiscoveryEndpointVerification() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint != nil)
    #expect(metadata.frontchannelLogoutSupported)
    #expect(metadata.frontchannelLogoutSessionSupported)
  }

  @Test("oidcc-rp-initiated-logout: the browser is signed out and comes back with the state")
  func rpInitiatedLogout() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut()
    #expect(page.location == OP.out + "?state=state-9876543210")
    #expect(try await !op.isSignedIn())
  }

  @Test("oidcc-rp-initiated-logout-bad-id-token-hint: a hint that is no token leads nowhere")
  func rpInitiatedLogoutBadIdTokenHint() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["id_token_hint": "not.a.token"])
    op.expectPage(page)
    try await op.expectStay(page)
  }

  @Test("oidcc-rp-initiated-logout-bad-post-logout-redirect-uri: another address is an error")
  func rpInitiatedLogoutBadPostLogoutRedirectUri() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["post_logout_redirect_uri": OP.out + "/else"])
    op.expectPage(page)
    try await op.expectStay(page)
  }

  @Test("oidcc-rp-initiated-logout-discovery-endpoint-verification: its place is told")
  func rpInitiatedLogoutDiscoveryEndpointVerification() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint?.text.hasPrefix(op.server.issuer + "/") == true)
  }

  @Test("oidcc-rp-initiated-logout-modified-id-token-hint: an unsigned hint leads nowhere")
  func rpInitiatedLogoutModifiedIdTokenHint() async throws {
    let op = try await OP(OP.leaving())
    let token = try #require(try await op.tokens()["id_token"]?.stringValue)
    let claims = token.split(separator: ".")[1]
    let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(claims)."
    let page = try await op.signInAndOut(["id_token_hint": unsigned])
    op.expectPage(page)
    try await op.expectStay(page)
  }

  @Test("oidcc-rp-initiated-logout-no-id-token-hint: without a hint the browser is not sent back")
  func rpInitiatedLogoutNoIdTokenHint() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["id_token_hint": nil])
    op.expectPage(page)
    try await op.expectStay(page)
  }

  @Test("oidcc-rp-initiated-logout-no-params: without parameters the person is asked")
  func rpInitiatedLogoutNoParams() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut([
      "id_token_hint": nil, "post_logout_redirect_uri": nil, "state": nil,
    ])
    try await op.expectStay(page)
    let after = try await op.confirm(page)
    #expect(after.location == nil)
    #expect(after.text.contains("You are signed out"))
    #expect(try await !op.isSignedIn())
  }

  @Test(
    "oidcc-rp-initiated-logout-no-post-logout-redirect-uri: the person is signed out and reads so")
  func rpInitiatedLogoutNoPostLogoutRedirectUri() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["post_logout_redirect_uri": nil])
    #expect(page.status == 200)
    #expect(page.location == nil)
    #expect(page.text.contains("You are signed out"))
    #expect(try await !op.isSignedIn())
  }

  @Test("oidcc-rp-initiated-logout-no-state: without a state none comes back")
  func rpInitiatedLogoutNoState() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["state": nil])
    #expect(page.location == OP.out)
    #expect(try await !op.isSignedIn())
  }

  @Test(
    "oidcc-rp-initiated-logout-only-state: with a state alone the person is asked, and signed out")
  func rpInitiatedLogoutOnlyState() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["id_token_hint": nil, "post_logout_redirect_uri": nil])
    try await op.expectStay(page)
    let after = try await op.confirm(page)
    #expect(after.location == nil)
    #expect(after.text.contains("You are signed out"))
    #expect(try await !op.isSignedIn())
  }

  @Test("oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri: it is an error")
  func rpInitiatedLogoutQueryAddedToPostLogoutRedirectUri() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["post_logout_redirect_uri": OP.out + "?foo=bar"])
    op.expectPage(page)
    try await op.expectStay(page)
  }
}
