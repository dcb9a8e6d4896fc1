// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A second factor") struct SecondFactorTests {
  private static func start() async throws -> AccountWorld {
    try await AccountWorld.withUser(application: { $0.secondFactor = "SMS" })
  }

  @Test("leaves the login pending, sends a code to the user's phone, and opens the session with it")
  func success() async throws {
    let world = try await Self.start()
    let pending = try await world.signIn()
    #expect(pending.status == 200)
    #expect(pending.text("status") == "MFA_AUTH")
    #expect(pending.text("data") == #"{"mfa":["SMS"]}"#)
    #expect(pending["state_expire"]?.intValue == 600)
    #expect(pending.sessionToken.isEmpty && pending.idToken.isEmpty)
    let sent = try await world.sendSecondFactor(pending.stateToken, to: "13800000000")
    #expect(sent.status == 200)
    #expect(sent["resend_after"]?.intValue == 60)
    let answer = try await world.verify(pending.stateToken, code: world.lastCode())
    #expect(answer.text("status") == "SUCCESS")
    let claims = try await world.claims(of: answer.idToken).claims
    #expect(claims["amr"] == ["pwd", "sms"])
    #expect(try await world.refresh(answer.sessionToken).status == 200)
    #expect(try await world.userInfo(answer.idToken).status == 200)
  }

  // attack: I-26
  @Test("that is missing leaves no session: the state token opens nothing else")
  func pendingIsNoSession() async throws {
    let world = try await Self.start()
    let state = try await world.signIn().stateToken
    #expect(try await world.refresh(state).code == "COMMON.1006")
    #expect(try await world.userInfo(state).status == 401)
    let bearer = ["Authorization": "Bearer " + state]
    for (method, path) in [
      (HTTPRequest.Method.get, "/api/v2/sdk/social"), (.delete, "/api/v2/sdk/account"),
      (.post, "/api/v2/sdk/social/unbind-account"),
    ] {
      let answer = try await world.call(
        method, path, fields: bearer,
        body: method == .get ? nil : ["id": "x", "verify_code": "123456"])
      #expect(answer.status == 400)
      #expect(answer.code == "COMMON.1006")
    }
    let bind = try await world.call(
      .post, "/api/v2/sdk/social/bind", fields: ["X-state-token": state],
      body: ["mobile": .string(AccountWorld.phone), "verify_code": "123456"])
    #expect(bind.status == 400)
    #expect(bind.idToken.isEmpty)
  }

  @Test("is sent to the user's phone only")
  func otherPhone() async throws {
    let world = try await Self.start()
    let state = try await world.signIn().stateToken
    let answer = try await world.sendSecondFactor(state, to: "+8613900000000")
    #expect(answer.status == 400)
    #expect(answer.code == "MFA.1001")
  }

  // attack: I-31
  @Test("works on no other device, for no other client, in no other login")
  func bound() async throws {
    let world = try await Self.start()
    let first = try await world.signIn().stateToken
    let second = try await world.signIn().stateToken
    #expect(try await world.sendSecondFactor(first).status == 200)
    let code = try world.lastCode()
    let device = try await world.verify(first, code: code, device: "phone-2")
    #expect(device.refusal == "COMMON.1006 state_mismatch")
    #expect(try await world.verify(first, code: code, client: "other").code == "COMMON.1006")
    #expect(try await world.verify(second, code: code).code == "COMMON.1005")
    #expect(try await world.sendSecondFactor(second, device: "phone-2").code == "COMMON.1006")
    #expect(try await world.verify(first, code: code).text("status") == "SUCCESS")
  }

  // attack: I-29
  @Test("is accepted once among concurrent requests", .timeLimit(.minutes(10)))
  func once() async throws {
    let world = try await Self.start()
    let (state, code) = try await world.secondFactorSent()
    let answers = try await concurrently(20) { _ in try await world.verify(state, code: code) }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.code == "COMMON.1005" }.count == 19)
    #expect(try await world.verify(state, code: code).code == "COMMON.1005")
  }

  // attack: I-27
  @Test("after five wrong codes is refused, with the right code and with a new one")
  func exhausted() async throws {
    let world = try await Self.start()
    let (state, code) = try await world.secondFactorSent()
    try await AccountWorld.exhaust { try await world.verify(state, code: AccountWorld.wrong(code)) }
    #expect(try await world.verify(state, code: code).refusal == "COMMON.1005 code_exhausted")
    world.server.clock.advance(by: .seconds(60))
    #expect(try await world.sendSecondFactor(state).code == "COMMON.1005")
  }

  @Test("expires after ten minutes")
  func expired() async throws {
    let world = try await Self.start()
    let state = try await world.signIn().stateToken
    world.server.clock.advance(by: .seconds(599))
    #expect(try await world.sendSecondFactor(state).status == 200)
    let code = try world.lastCode()
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.verify(state, code: code).refusal == "COMMON.1005 state_expired")
  }

  @Test("fails when the password was changed meanwhile")
  func passwordChanged() async throws {
    let world = try await Self.start()
    let (state, code) = try await world.secondFactorSent()
    let hasher = PasswordHasher(cost: .testing) { Array(repeating: 1, count: $0) }
    let hash = try await hasher.hash(Password("Another-1-now"))
    let ended = try await world.store.changePassword(
      of: "u-zhangwei", to: hash, verified: nil, history: 5, keeping: .none,
      at: world.server.clock.now)
    #expect(ended != nil)
    #expect(try await world.verify(state, code: code).code == "COMMON.1005")
  }

  @Test("fails when the user was disabled meanwhile")
  func disabled() async throws {
    let world = try await AccountWorld.start(application: { $0.secondFactor = "SMS" })
    var user = try await world.add()
    let (state, code) = try await world.secondFactorSent()
    user.standing = .disabled
    #expect(try await world.store.save(user) == .replaced)
    let answer = try await world.verify(state, code: code)
    #expect(answer.text("status") == "ACCESS_DENIED")
    #expect(answer.idToken.isEmpty)
  }

  @Test(
    "that is misconfigured refuses every login",
    arguments: [
      ("", "MFA.1002"), ("s m s", "MFA.1002"), ("sms", "MFA.1002"), ("TOTP", "MFA.1003"),
      ("FACE_ID", "MFA.1003"),
    ])
  func misconfigured(word: String, code: String) async throws {
    let world = try await AccountWorld.withUser(application: { $0.secondFactor = word })
    let answer = try await world.signIn()
    #expect(answer.status == 400)
    #expect(answer.code == code)
  }
}
