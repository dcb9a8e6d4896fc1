// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPLogoutTests {
  @Test("oidcc-backchannel-rp-initiated-logout: the client receives a valid logout token")
  func backchannelRpInitiatedLogout() async throws {
    let app = try await LoopbackApp.start()
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
  }

  @Test(
    "oidcc-backchannel-rp-initiated-logout-discovery-endpoint-verification: the metadata announces it"
  )
  func backchannelRpInitiatedLogoutDiscoveryEndpointVerification() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint != nil)
    #expect(metadata.backchannelLogoutSupported)
    #expect(metadata.backchannelLogoutSessionSupported)
  }

  @Test("oidcc-frontchannel-rp-initiated-logout: the page has a frame with the client's address")
  func frontchannelRpInitiatedLogout() async throws {
    let app = try await LoopbackApp.start()
    let op = try await OP(OP.leaving(frame: app.origin + "/frame"))
    let page = try await op.signInAndOut()
    let frame = try #require(page.text.components(separatedBy: "<iframe src=\"").last)
    let address = frame.prefix { $0 != "\"" }.replacingOccurrences(of: "&amp;", with: "&")
    _ = try await op.browser.get(address)
    let told = try FrontChannelLogout(try #require(app.received.first).head)
    #expect(told.issuer == op.server.issuer && told.sessionID != nil)
    #expect(page.text.contains("href=\"\(OP.out)?state=state-9876543210\""))
    #expect(try await !op.isSignedIn())
  }

  @Test(
    "oidcc-frontchannel-rp-initiated-logout-discovery-endpoint-verification: the metadata announces it"
  )
  func frontchannelRpInitiatedLogoutDiscoveryEndpointVerification() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint != nil)
    #expect(metadata.frontchannelLogoutSupported)
    #expect(metadata.frontchannelLogoutSessionSupported)
  }

  @Test("oidcc-rp-initiated-logout: the logout response has the state")
  func rpInitiatedLogout() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut()
    #expect(page.location == OP.out + "?state=state-9876543210")
    #expect(try await !op.isSignedIn())
  }

  @Test(
    "The server refuses the logout request, and the user stays signed in",
    arguments: [
      Case("oidcc-rp-initiated-logout-no-id-token-hint", ["id_token_hint": nil]),
      Case("oidcc-rp-initiated-logout-bad-id-token-hint", ["id_token_hint": "not.a.token"]),
      Case(
        "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri",
        ["post_logout_redirect_uri": OP.out + "/else"]),
      Case(
        "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri",
        ["post_logout_redirect_uri": OP.out + "?foo=bar"]),
    ] as [Case<[String: String?]>])
  func refused(_ row: Case<[String: String?]>) async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(row.value)
    op.expectPage(page)
    try await op.expectStay(page)
  }

  @Test(
    "oidcc-rp-initiated-logout-discovery-endpoint-verification: the metadata names the endpoint")
  func rpInitiatedLogoutDiscoveryEndpointVerification() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint?.text.hasPrefix(op.server.issuer + "/") == true)
  }

  @Test("oidcc-rp-initiated-logout-modified-id-token-hint: the server refuses an unsigned hint")
  func rpInitiatedLogoutModifiedIdTokenHint() async throws {
    let op = try await OP(OP.leaving())
    let token = try #require(try await op.tokens()["id_token"]?.stringValue)
    let claims = token.split(separator: ".")[1]
    let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(claims)."
    let page = try await op.signInAndOut(["id_token_hint": unsigned])
    op.expectPage(page)
    try await op.expectStay(page)
  }

  @Test(
    "The user confirms a logout request without a hint",
    arguments: [
      Case(
        "oidcc-rp-initiated-logout-no-params",
        ["id_token_hint": nil, "post_logout_redirect_uri": nil, "state": nil]),
      Case(
        "oidcc-rp-initiated-logout-only-state",
        ["id_token_hint": nil, "post_logout_redirect_uri": nil]),
    ] as [Case<[String: String?]>])
  func confirmed(_ row: Case<[String: String?]>) async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(row.value)
    try await op.expectStay(page)
    let after = try await op.confirm(page)
    #expect(after.location == nil)
    #expect(after.text.contains("You are signed out"))
    #expect(try await !op.isSignedIn())
  }

  @Test(
    "oidcc-rp-initiated-logout-no-post-logout-redirect-uri: the page confirms the logout")
  func rpInitiatedLogoutNoPostLogoutRedirectUri() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["post_logout_redirect_uri": nil])
    #expect(page.status == 200)
    #expect(page.location == nil)
    #expect(page.text.contains("You are signed out"))
    #expect(try await !op.isSignedIn())
  }

  @Test("oidcc-rp-initiated-logout-no-state: a logout response without a state")
  func rpInitiatedLogoutNoState() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["state": nil])
    #expect(page.location == OP.out)
    #expect(try await !op.isSignedIn())
  }
}
