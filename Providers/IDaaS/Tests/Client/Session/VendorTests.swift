// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import TestKit

/// The vendor's own answers, as its documents print them.
@Suite("A service of the vendor's")
struct VendorTests {
  private static let origin = "https://tenant.example"
  private static let refresh = "POST https://tenant.example/api/v2/sdk/sso/session-token/id-token"

  private func token(_ key: SigningKey, _ end: Int, name: String = "zhangrui1") throws -> JSONValue
  {
    .string(
      try key.sign(
        [
          "iss": "https://tenant.example/api/v1/oauth2", "aud": "app", "sub": "subject",
          "iat": .number(JSONNumber(end - 300)), "nbf": .number(JSONNumber(end - 420)),
          "exp": .number(JSONNumber(end)),
          "api": .string(#"{"id":"u1","name":"\#(name)","mobile":"+86-13808603636"}"#),
        ], type: "JWT"))
  }

  @Test("whose subject is one word for all, and whose lifetimes contradict each other, works")
  func words() async throws {
    let key = try #require(try TestKeys.signing().last)
    let start = Int(TestClock.start.timeIntervalSince1970)
    let clock = TestClock()
    let keys = ScriptedTransport.Reply.json(["keys": .array([.object(key.publicJWK.json)])])
    let transport = ScriptedTransport([
      .init(
        "POST \(Self.origin)/api/v2/sdk/login/weibo",
        reply: .json([
          "session_token": "btsiBjx85prcZu6I6Ki057Tmw3nSF2VO",
          "id_token": try token(key, start + 300), "expire": 432_000, "status": "SUCCESS",
        ])),
      .init("GET \(Self.origin)/api/v1/oauth2/keys", reply: keys),
      .init(
        Self.refresh,
        reply: .json([
          "session_token": "apcOKuyry7kASh9h6mtf2G2GbettkyiU",
          "id_token": try token(key, start + 599), "expire": 7200,
        ])),
      .init(
        Self.refresh,
        reply: .json(["id_token": try token(key, start + 599, name: "other"), "expire": "7200"])),
    ])
    var configuration = try IDaaSConfiguration(domain: Self.origin, clientID: "app")
    configuration.device = .fixed("d")
    let idaas = try IDaaS(
      configuration, store: MemoryTokenStore(), transport: transport,
      environment: clock.environment)
    let session = try #require(
      try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1").session)
    #expect(session.account.subject == "u1")
    // The token itself says when it is over: the reply's figure is the session's, or somebody's.
    #expect(session.stored?.expiry == .at(clock.now.addingTimeInterval(300)))
    clock.advance(by: .seconds(299))
    _ = try await session.accessToken()
    #expect(session.stored?.generation == 2)
    #expect(
      session.stored?.refreshToken?.matches(Secret("apcOKuyry7kASh9h6mtf2G2GbettkyiU")) == true)
    #expect(session.stored?.expiry == .at(clock.now.addingTimeInterval(300)))
    // Without rotation the session token stays.
    try await session.refresh()
    #expect(
      session.stored?.refreshToken?.matches(Secret("apcOKuyry7kASh9h6mtf2G2GbettkyiU")) == true)
    try transport.finish()
  }

  @Test(
    "may put a space before its status",
    arguments: [(" SOCIAL_BIND", LoginStatus.socialBind), ("USER_REGISTER", .userRegister)])
  func space(text: String, status: LoginStatus) async throws {
    let transport = ScriptedTransport([
      .init(
        "POST \(Self.origin)/api/v2/sdk/login/weibo",
        reply: .json([
          "state_token": "eyJhbG0zMDzKMMZtPBv2VPS8",
          "data": #"{"socialBindOrRegisterFlow":["VERIFY_PHONE","VERIFY_EMAIL"]}"#,
          "status": .string(text),
        ]))
    ])
    var configuration = try IDaaSConfiguration(domain: Self.origin, clientID: "app")
    configuration.device = .fixed("d")
    let idaas = try IDaaS(configuration, store: MemoryTokenStore(), transport: transport)
    let pending = try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1").pending
    #expect(pending?.status == status)
    #expect(pending?.methods == [.phone, .email])
  }

  @Test("whose ID token is forged signs nobody in")
  func forged() async throws {
    let key = try #require(try TestKeys.signing().last)
    let other = try SigningKey.generate(.rs256)
    let transport = ScriptedTransport([
      .init(
        "POST \(Self.origin)/api/v2/sdk/login/weibo",
        reply: .json([
          "session_token": "s", "id_token": try token(other, 1_700_000_300), "expire": 1,
          "status": "SUCCESS",
        ])),
      .init(
        "GET \(Self.origin)/api/v1/oauth2/keys",
        reply: .json(["keys": .array([.object(key.publicJWK.json)])])),
    ])
    var configuration = try IDaaSConfiguration(domain: Self.origin, clientID: "app")
    configuration.device = .fixed("d")
    let store = MemoryTokenStore()
    let idaas = try IDaaS(
      configuration, store: store, transport: transport,
      environment: TestClock().environment)
    let error = await failure {
      try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1")
    }
    #expect(error?.code == .idTokenInvalid)
    #expect(try await store.sessions().isEmpty)
  }
}
