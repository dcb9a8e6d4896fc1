// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Backchannel authentication (CIBA)")
struct BackchannelFlowTests {
  let provider = FakeProvider()
  private static let client = ClientIdentity(id: "app", authentication: .basic(Secret("s")))

  init() {
    provider.change { state in
      state.metadata["backchannel_authentication_endpoint"] = "https://op.example/bc"
      state.metadata["backchannel_token_delivery_modes_supported"] = ["poll"]
    }
    accept(["auth_req_id": "r-1", "expires_in": 120, "interval": 2])
    answer([])
  }

  private func accept(_ reply: JSONObject, status: Int = 200) {
    provider.script("/bc") { _, _ throws(OAuthError) in FakeProvider.json(reply, status: status) }
  }

  /// Answers the first token requests with these error codes; the next one gets tokens.
  private func answer(
    _ codes: [String], tokens: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
  ) {
    let rest = Mutex(codes[...])
    provider.script("/token") { [provider] _, form throws(OAuthError) in
      guard form["grant_type"] == "urn:openid:params:grant-type:ciba", form["auth_req_id"] == "r-1"
      else { return nil }
      if let code = rest.withLock({ $0.popFirst() }) { return FakeProvider.refusal(code) }
      let now = Int(provider.clock.trueNow.timeIntervalSince1970)
      var claims: JSONObject = [
        "iss": .string(provider.issuer), "sub": "alice", "aud": "app",
        "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 600)),
        "urn:openid:params:jwt:claim:auth_req_id": "r-1",
      ]
      tokens(&claims)
      var reply: JSONObject = ["access_token": "at", "token_type": "Bearer", "expires_in": 60]
      reply["refresh_token"] = "rt"
      reply["id_token"] = (try? FakeProvider.key.sign(claims)).map(JSONValue.string)
      return FakeProvider.json(reply)
    }
  }

  private func flow(
    client: ClientIdentity = Self.client, deadline: Duration = .seconds(1800)
  ) async throws -> BackchannelFlow {
    BackchannelFlow(try await provider.context(client), deadline: deadline)
  }

  private func signIn(deadline: Duration = .seconds(1800)) async throws -> StoredSession {
    try await flow(deadline: deadline).signIn(
      BackchannelAuthenticationRequest(
        .login("alice@example.org"), scopes: [.openID, "pay"], bindingMessage: "W4SCT"))
  }

  @Test("sends the request, waits and returns a verified session")
  func whole() async throws {
    answer(["authorization_pending", "authorization_pending"])
    let session = try await signIn()
    #expect(session.account.subject == "alice")
    #expect(session.refreshToken?.matches(Secret("rt")) == true)
    #expect(session.requestedScopes == [.openID, "pay"])
    #expect(session.browserSession == .elsewhere)
    #expect(provider.clock.slept == [.seconds(2), .seconds(2), .seconds(2)])
    let form = try #require(provider.forms("/bc").first)
    #expect(form["login_hint"] == "alice@example.org")
    #expect(form["binding_message"] == "W4SCT")
    #expect(form["scope"] == "openid pay")
    #expect(provider.heads("/bc").first?.headerFields[.authorization]?.hasPrefix("Basic ") == true)
  }

  static let rhythms: [Case<(JSONObject, [String], [Int])>] = [
    Case("no interval", (["auth_req_id": "r-1", "expires_in": 120], [], [5])),
    Case(
      "slow down twice, then pending",
      (
        ["auth_req_id": "r-1", "expires_in": 120, "interval": 2],
        ["slow_down", "slow_down", "authorization_pending"], [2, 7, 12, 12]
      )),
    Case(
      "an interval of zero", (["auth_req_id": "r-1", "expires_in": 120, "interval": 0], [], [1])),
  ]

  @Test("requests keep the issuer's interval", arguments: rhythms)
  func rhythm(row: Case<(JSONObject, [String], [Int])>) async throws {
    accept(row.value.0)
    answer(row.value.1)
    _ = try await signIn()
    #expect(provider.clock.slept == row.value.2.map { .seconds($0) })
  }

  static let ends: [(String, OAuthError.Code)] = [
    ("access_denied", .accessDenied), ("expired_token", .timedOut),
    ("transaction_failed", .transactionFailed), ("invalid_grant", .invalidGrant),
    ("unauthorized_client", .unauthorizedClient),
  ]

  @Test("a final error ends the polling at once", arguments: ends)
  func end(code: String, expected: OAuthError.Code) async throws {
    answer(["authorization_pending", code])
    await expectError(code: expected, unanswered: code == "expired_token") { try await signIn() }
    #expect(provider.count("/token") == 2)
  }

  @Test("polling ends when the request expires, and at the deadline of the caller")
  func deadline() async throws {
    answer(Array(repeating: "authorization_pending", count: 1000))
    #expect(await failure { try await signIn() }?.isUnanswered == true)
    #expect(provider.count("/token") == 60)
    #expect(await failure { try await signIn(deadline: .seconds(10)) }?.isUnanswered == true)
    #expect(provider.count("/token") == 65)
  }

  static let refusals: [(String, Int)] = [
    ("invalid_request", 400), ("unknown_user_id", 400), ("expired_login_hint_token", 400),
    ("invalid_binding_message", 400), ("unauthorized_client", 400), ("access_denied", 403),
  ]

  @Test("after a refused request there is no polling", arguments: refusals)
  func refusal(code: String, status: Int) async throws {
    accept(["error": .string(code)], status: status)
    #expect(await failure { try await signIn() } == .refused(OAuthError.Code(rawValue: code), ""))
    #expect(provider.count("/token") == 0)
  }

  @Test(
    "after an incomplete acknowledgement there is no polling",
    arguments: [["expires_in": 120], ["auth_req_id": "r-1"]] as [JSONObject])
  func lacking(reply: JSONObject) async throws {
    accept(reply)
    #expect(await failure { try await signIn() } == .unreadable(.replyMalformed, ""))
    #expect(provider.count("/token") == 0)
  }

  static let claimTable: [Case<[String: JSONValue?]>] = [
    Case("the id of another request", ["urn:openid:params:jwt:claim:auth_req_id": "r-2"]),
    Case("a request id that is a number", ["urn:openid:params:jwt:claim:auth_req_id": 1]),
    Case("aud", ["aud": "other"]), Case("no aud", ["aud": nil]),
    Case("secondary aud", ["aud": ["app", "other"]]), Case("iss", ["iss": "https://x.example"]),
    Case("no iss", ["iss": nil]), Case("no exp", ["exp": nil]),
    Case("expired", ["exp": 1_699_999_000]), Case("a week old", ["iat": 1_699_395_200]),
    Case("at_hash", ["at_hash": "AAAAAAAAAAAAAAAAAAAAAA"]),
  ]

  @Test("an ID token with an invalid part signs no user in", arguments: claimTable)
  func badClaims(row: Case<[String: JSONValue?]>) async throws {
    answer([]) { claims in
      for (name, value) in row.value { claims[name] = value }
    }
    #expect(await failure { try await signIn() }?.outcome == .unreadable)
  }

  @Test("an audience in a list of one is valid, and so is an ID token without the request's id")
  func tolerated() async throws {
    answer([]) { $0["aud"] = ["app"] }
    _ = try await signIn()
    answer([]) { $0["urn:openid:params:jwt:claim:auth_req_id"] = nil }
    _ = try await signIn()
  }

  @Test(
    "a request is signed with the client's key, and its parameters are in the request object only")
  func signed() async throws {
    let key = try SigningKey.generate(.es256)
    var flow = try await flow()
    flow.signingKey = key
    _ = try await flow.signIn(
      BackchannelAuthenticationRequest(.idToken(Secret("i.d.t")), requestedExpiry: 60))
    let form = try #require(provider.forms("/bc").first)
    #expect(Set(form.names).isSubset(of: ["request", "client_id"]))
    let token = try UnverifiedJWT(try #require(form["request"])).verified(
      by: VerificationKey(key.publicJWK), accepting: [.es256])
    #expect(token.claims["aud"]?.stringValue == provider.issuer)
    #expect(token.claims["iss"] == "app")
    #expect(token.claims["id_token_hint"] == "i.d.t")
    #expect(token.claims["requested_expiry"] == "60")
  }

  @Test("without an endpoint or without credentials nothing is sent")
  func misuse() async throws {
    let bare = try await flow(client: ClientIdentity(id: "app"))
    await expectError(outcome: .misused) {
      try await bare.begin(BackchannelAuthenticationRequest(.login("a")))
    }
    provider.change { $0.metadata["backchannel_authentication_endpoint"] = nil }
    let without = try await flow()
    #expect(
      await failure { try await without.begin(BackchannelAuthenticationRequest(.login("a"))) }
        == .unreadable(.metadataMalformed, ""))
    #expect(provider.count("/bc") == 0)
  }

  @Test("a cancelled task sends no more requests")
  func cancelled() async throws {
    answer(Array(repeating: "authorization_pending", count: 1000))
    let flow = try await flow()
    let task = Task { try await flow.signIn(BackchannelAuthenticationRequest(.login("a"))) }
    task.cancel()
    #expect(await failure { try await task.value }?.code == .cancelled)
  }
}
