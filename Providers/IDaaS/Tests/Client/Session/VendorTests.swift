// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import TestKit

/// The vendor's own answers, as its documents print them.
@Suite("The vendor's service")
struct VendorTests {
  private static let origin = "https://tenant.example"
  private static let refresh = "POST https://tenant.example/api/v2/sdk/sso/session-token/id-token"

  private static func idaas(
    _ transport: ScriptedTransport, store: MemoryTokenStore = MemoryTokenStore(),
    clock: TestClock = TestClock()
  ) throws -> IDaaS {
    var configuration = try IDaaSConfiguration(domain: origin, clientID: "app")
    configuration.device = .fixed("d")
    return try IDaaS(
      configuration, store: store, transport: transport, environment: clock.environment)
  }

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

  @Test("works with one subject for all users and contradicting lifetimes")
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
    let idaas = try Self.idaas(transport, clock: clock)
    let session = try #require(
      try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1").session)
    #expect(session.account.subject == "u1")
    // The expiry is the token's own: the figure of the response may be the session's.
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
    let idaas = try Self.idaas(transport)
    let pending = try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1").pending
    #expect(pending?.status == status)
    #expect(pending?.methods == [.phone, .email])
  }

  @Test("with a forged ID token signs no user in")
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
    let store = MemoryTokenStore()
    let idaas = try Self.idaas(transport, store: store)
    let error = await failure {
      try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1")
    }
    #expect(error?.code == .idTokenInvalid)
    #expect(try await store.sessions().isEmpty)
  }
}
