// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing in on another device")
struct DeviceFlowTests {
  let provider = FakeProvider()

  private func flow(deadline: Duration = .seconds(1800)) async throws -> DeviceFlow {
    DeviceFlow(try await provider.context(), deadline: deadline)
  }

  private func signIn(
    _ scopes: [Scope] = [.openID, .offlineAccess], deadline: Duration = .seconds(1800)
  ) async throws -> StoredSession {
    try await flow(deadline: deadline).signIn(scopes: scopes) { _ in }
  }

  /// Answers the first token requests with these error codes or failures; the next one gets tokens.
  private func answer(_ codes: [String]) {
    let rest = Mutex(codes[...])
    provider.script("/token") { _, form throws(OAuthError) in
      guard form["grant_type"] == DeviceTokenExchange.grantType else { return nil }
      switch rest.withLock({ $0.popFirst() }) {
      case nil: return nil
      case "cable": throw .unreachable(.connectionFailed, "The cable is out.")
      case "silence": throw .unreachable(.timedOut, "No answer.")
      case "busy": return FakeProvider.json([:], status: 503)
      case "busy 42":
        let head = HTTPResponse(status: .serviceUnavailable, headerFields: [.retryAfter: "42"])
        return (head, Data())
      case let code?: return FakeProvider.refusal(code)
      }
    }
  }

  @Test("shows the code, polls until the user has decided, and returns a verified session")
  func whole() async throws {
    answer(["authorization_pending", "authorization_pending"])
    let shown = Mutex<[String]>([])
    let session = try await flow().signIn(scopes: [.openID, .email], storedAs: "main") {
      authorization in
      shown.withLock {
        $0 = [
          authorization.userCode, authorization.verificationURI.text,
          authorization.verificationURIComplete?.text ?? "",
        ]
      }
    }
    #expect(
      shown.withLock { $0 } == [
        "WDJB-MJHT", "https://op.example/enter", "https://op.example/enter?user_code=WDJB-MJHT",
      ])
    #expect(
      session.account == AccountID(issuer: provider.issuer, clientID: "app", subject: "alice"))
    #expect(session.name == "main")
    #expect(session.refreshToken?.matches(Secret("rt-1")) == true)
    #expect(session.requestedScopes == [.openID, .email])
    #expect(session.browserSession == .elsewhere)
    #expect(provider.clock.slept == [.seconds(5), .seconds(5), .seconds(5)])
    #expect(provider.forms("/device").first?["scope"] == "openid email")
    #expect(provider.forms("/token").allSatisfy { $0["device_code"] == "dc-1" })
  }

  static let rhythms: [Case<([String], [Int])>] = [
    Case("at once", ([], [5])),
    Case("pending", (["authorization_pending"], [5, 5])),
    Case(
      "slow down twice, then pending",
      (["slow_down", "slow_down", "authorization_pending"], [5, 10, 15, 15])),
    Case("one connection failure", (["cable", "authorization_pending"], [5, 10, 5])),
    Case("timeouts double the interval", (["silence", "silence", "silence"], [5, 10, 20, 40])),
    Case("at most a minute", (["silence", "cable", "silence", "busy"], [5, 10, 20, 40, 60])),
    Case("a Retry-After field", (["busy 42", "authorization_pending"], [5, 42, 5])),
    Case("slow down, then a connection failure", (["slow_down", "cable"], [5, 10, 20])),
  ]

  // attack: C-74
  @Test("polls at the interval that the responses set", arguments: rhythms)
  func rhythm(_ row: Case<([String], [Int])>) async throws {
    answer(row.value.0)
    _ = try await signIn()
    #expect(provider.clock.slept == row.value.1.map { .seconds($0) })
  }

  static let ends: [Case<(String, OAuthError)>] = [
    Case("the user denies", ("access_denied", .refused(.accessDenied, ""))),
    Case("the code has expired", ("expired_token", .unreachable(.timedOut, ""))),
    Case("the code is unknown", ("invalid_grant", .refused(.invalidGrant, ""))),
    Case("the client is unknown", ("invalid_client", .refused(.invalidClient, ""))),
  ]

  @Test("a final response ends the polling with its own error", arguments: ends)
  func end(_ row: Case<(String, OAuthError)>) async throws {
    answer(["authorization_pending", row.value.0])
    let error = await failure { try await signIn() }
    #expect(error == row.value.1)
    #expect(error?.isUnanswered == (row.value.0 == "expired_token"))
    #expect(provider.count("/token") == 2)
    // Another attempt is possible.
    #expect(try await signIn().account.subject == "alice")
  }

  @Test("polling ends when the codes expire, and at the deadline of the caller")
  func patience() async throws {
    answer(Array(repeating: "authorization_pending", count: 1000))
    #expect(await failure { try await signIn() }?.isUnanswered == true)
    #expect(provider.count("/token") == 120)
    #expect(provider.clock.slept.reduce(.zero, +) == .seconds(600))
    #expect(await failure { try await signIn(deadline: .seconds(12)) }?.isUnanswered == true)
    #expect(provider.count("/token") == 122)
  }

  @Test("the time that the requests take counts as well")
  func clock() async throws {
    let clock = provider.clock
    provider.script("/token") { _, _ throws(OAuthError) in
      clock.advance(100)
      return FakeProvider.refusal("authorization_pending")
    }
    #expect(await failure { try await signIn() }?.isUnanswered == true)
    #expect(provider.count("/token") == 6)
  }

  static let seeds: [UInt64] = Array(1...200)

  @Test(
    "for any sequence of responses, polling keeps the interval and ends", arguments: seeds)
  func property(_ seed: UInt64) async throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    let kinds = ["authorization_pending", "slow_down", "cable", "silence", "busy", "busy 42"]
    let codes = (0..<40).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return kinds[Int(state >> 33) % kinds.count]
    }
    answer(codes)
    let error: OAuthError?
    do {
      _ = try await signIn()
      error = nil
    } catch let thrown as OAuthError {
      error = thrown
    }
    let slept = provider.clock.slept
    #expect(slept.count == provider.count("/token"))
    #expect(slept.reduce(.zero, +) <= .seconds(600))
    var least: Duration = .seconds(5)
    for (pause, code) in zip(slept, ["authorization_pending"] + codes) {
      if code == "slow_down" { least += .seconds(5) }
      #expect(pause >= (code == "busy 42" ? max(least, .seconds(42)) : least))
      #expect(pause <= max(least, .seconds(60)))
    }
    #expect(error == nil || error?.isUnanswered == true)
    #expect((error == nil) == (provider.count("/token") == codes.count + 1))
  }

  @Test("cancelling ends the wait at once")
  func cancelled() async throws {
    let gate = Gate()
    var context = try await provider.context()
    var environment = provider.environment
    environment.sleep = { _ in
      gate.open()
      await gate.pass()
      try await Task.sleep(for: .seconds(3600))
    }
    context.runtime = ClientRuntime(transport: provider, environment: environment)
    let flow = DeviceFlow(context)
    let task = Task { try await flow.signIn(scopes: [.openID]) { _ in } }
    await gate.arrived()
    task.cancel()
    #expect(await failure { try await task.value } == .unreachable(.cancelled, ""))
    #expect(provider.count("/token") == 0)
  }

  @Test("tokens for another client, or without the requested ID token, sign no user in")
  func unverified() async throws {
    provider.change { $0.claims = { $0["aud"] = "other" } }
    #expect(await failure { try await signIn() } == .unreadable(.idTokenInvalid, ""))
    provider.change { $0.claims = { _ in } }
    provider.change { $0.reply = { $0["id_token"] = nil } }
    #expect(await failure { try await signIn() } == .unreadable(.idTokenInvalid, ""))
    #expect(try await signIn([.email]).account.subject.hasPrefix("anonymous-"))
  }

  @Test("an issuer without the endpoint is sent no request")
  func withoutEndpoint() async throws {
    provider.change { $0.metadata["device_authorization_endpoint"] = nil }
    let error = await failure { try await signIn() }
    #expect(error == .unreadable(.metadataMalformed, ""))
    #expect(error?.parameter == "device_authorization_endpoint")
    #expect(provider.count("/device") == 0)
  }

  @Test("a prompt that fails ends the sign-in before any request")
  func prompt() async throws {
    let flow = try await flow()
    await expectError(code: .userCancelled) {
      try await flow.signIn(scopes: [.openID]) { _ throws(OAuthError) in
        throw OAuthError(outcome: .misused, code: .userCancelled, reason: "Closed.")
      }
    }
    #expect(provider.count("/token") == 0)
  }
}
