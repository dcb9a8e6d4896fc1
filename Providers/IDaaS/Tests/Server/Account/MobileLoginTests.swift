// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A login by code") struct MobileLoginTests {
  // attack: I-29
  @Test("signs in the owner of the phone number, once")
  func success() async throws {
    let world = try await AccountWorld.withUser()
    let code = try await world.code("LOGIN_SMS")
    let answer = try await world.signIn(by: code, phone: "+86-13800000000")
    #expect(answer.text("status") == "SUCCESS")
    let claims = try await world.claims(of: answer.idToken).claims
    #expect(claims["sub"] == "u-zhangwei")
    #expect(claims["amr"] == ["sms"])
    #expect(try await world.signIn(by: code).code == "COMMON.1005")
  }

  // attack: I-27
  @Test("is refused after five wrong codes")
  func exhausted() async throws {
    let world = try await AccountWorld.withUser()
    let code = try await world.code("LOGIN_SMS")
    try await AccountWorld.exhaust { try await world.signIn(by: AccountWorld.wrong(code)) }
    #expect(try await world.signIn(by: code).code == "COMMON.1005")
  }

  @Test("creates no user, and does not reveal who is one before the code is right")
  func unknownUser() async throws {
    let world = try await AccountWorld.start()
    let code = try await world.code("LOGIN_SMS")
    #expect(try await world.signIn(by: AccountWorld.wrong(code)).code == "SMS.1005")
    #expect(try await world.signIn(by: code).code == "COMMON.1013")
    #expect(try await world.store.user(with: .phone(AccountWorld.phone)) == nil)
  }

  // attack: V-03
  @Test("does not open an account that was unused for 180 days: the number may be another user's")
  func dormant() async throws {
    let world = try await AccountWorld.withUser()
    world.server.clock.advance(by: .seconds(181 * 86_400))
    let answer = try await world.signIn(by: world.code("LOGIN_SMS"))
    #expect(answer.text("status") == "ACCESS_DENIED")
    #expect(answer.idToken.isEmpty && answer.sessionToken.isEmpty)
    // The password still opens it, and then the number does as well.
    #expect(try await world.signIn().status == 200)
    world.server.clock.advance(by: .seconds(179 * 86_400))
    let again = try await world.signIn(by: world.code("LOGIN_SMS"))
    #expect(again.text("status") == "SUCCESS")
  }

  @Test("is denied to a disabled user, and where a second factor is required")
  func denied() async throws {
    let disabled = try await AccountWorld.start()
    try await disabled.add(standing: .disabled)
    let answer = try await disabled.signIn(by: disabled.code("LOGIN_SMS"))
    #expect(answer.text("status") == "ACCESS_DENIED")
    await disabled.server.stop()
    let strict = try await AccountWorld.withUser(application: { $0.secondFactor = "SMS" })
    let one = try await strict.signIn(by: strict.code("LOGIN_SMS"))
    #expect(one.text("status") == "ACCESS_DENIED")
    #expect(one.idToken.isEmpty && one.stateToken.isEmpty)
  }
}
