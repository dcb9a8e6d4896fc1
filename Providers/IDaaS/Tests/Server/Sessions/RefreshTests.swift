// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A refresh") struct RefreshTests {
  @Test("returns a new session token, a new ID token, and both lifetimes")
  func success() async throws {
    let world = try await AccountWorld.withUser()
    let first = try await world.signIn()
    world.server.clock.advance(by: .seconds(100))
    let second = try await world.refresh(first.sessionToken)
    #expect(second.status == 200)
    #expect(second.sessionToken.hasPrefix("cc_ss_"))
    #expect(second.sessionToken != first.sessionToken)
    #expect(second["expire"]?.intValue == 7_200)
    #expect(second["id_token_expire"]?.intValue == 7_200)
    #expect(second["session_expire"]?.intValue == 432_000)
    #expect(second.head.headerFields[.cacheControl] == "no-store")
    let before = try await world.claims(of: first.idToken).claims
    let after = try await world.claims(of: second.idToken).claims
    #expect(after["jti"] != before["jti"])
    #expect(after["sid"] == before["sid"])
    // A refresh does not authenticate the user again.
    #expect(after["auth_time"] == before["auth_time"])
    #expect(after["iat"]?.intValue == Int(world.now.timeIntervalSince1970))
  }

  @Test("that is repeated after a lost response returns the same session token")
  func repeated() async throws {
    let world = try await AccountWorld.withUser()
    let first = try await world.signIn()
    let lost = try await world.refresh(first.sessionToken)
    world.server.clock.advance(by: .milliseconds(59_999))
    let again = try await world.refresh(first.sessionToken)
    #expect(again.status == 200)
    #expect(again.sessionToken == lost.sessionToken)
    #expect(again["session_expire"]?.intValue == 432_000 - 60)
    #expect(try await world.refresh(again.sessionToken).status == 200)
  }

  @Test("with a token that was used a minute before ends the session")
  func reuse() async throws {
    let world = try await AccountWorld.withUser()
    let first = try await world.signIn()
    let second = try await world.refresh(first.sessionToken)
    world.server.clock.advance(by: .seconds(60))
    let reuse = try await world.refresh(first.sessionToken)
    #expect(reuse.status == 400)
    #expect(reuse.refusal == "COMMON.1005 session_reused")
    #expect(try await world.refresh(second.sessionToken).refusal == "COMMON.1005 session_expired")
    #expect(try await world.userInfo(second.idToken).code == "COMMON.1005")
  }

  @Test("with a token whose successor was used ends the session, inside the window as well")
  func reuseAfterSuccessor() async throws {
    let world = try await AccountWorld.withUser()
    let first = try await world.signIn()
    let second = try await world.refresh(first.sessionToken)
    let third = try await world.refresh(second.sessionToken)
    #expect(try await world.refresh(first.sessionToken).detail == "session_reused")
    #expect(try await world.refresh(third.sessionToken).detail == "session_expired")
  }

  @Test(
    "from another device ends the session, whether the token was exchanged or not",
    arguments: [false, true])
  func otherDevice(exchanged: Bool) async throws {
    let world = try await AccountWorld.withUser()
    let first = try await world.signIn()
    var newest = first
    if exchanged { newest = try await world.refresh(first.sessionToken) }
    let thief = try await world.refresh(first.sessionToken, device: "phone-2")
    #expect(thief.refusal == "COMMON.1005 session_reused")
    #expect(thief.sessionToken.isEmpty)
    #expect(try await world.refresh(newest.sessionToken).detail == "session_expired")
  }

  @Test("of a hundred concurrent ones returns one successor", .timeLimit(.minutes(10)))
  func parallel() async throws {
    let world = try await AccountWorld.withUser()
    let token = try await world.signIn().sessionToken
    let answers = try await concurrently(100) { _ in try await world.refresh(token) }
    #expect(answers.filter { $0.status == 200 }.count == 100)
    #expect(Set(answers.map(\.sessionToken)).count == 1)
    let successor = try #require(answers.first).sessionToken
    #expect(try await world.refresh(successor).status == 200)
  }

  @Test("extends a session for thirty days at most")
  func lifetimes() async throws {
    let world = try await AccountWorld.withUser()
    var token = try await world.signIn().sessionToken
    for _ in 0..<7 {
      world.server.clock.advance(by: .seconds(4 * 86_400))
      let answer = try await world.refresh(token)
      #expect(answer.status == 200)
      token = answer.sessionToken
    }
    world.server.clock.advance(by: .seconds(2 * 86_400 - 1))
    let last = try await world.refresh(token)
    #expect(last["session_expire"]?.intValue == 1)
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.refresh(last.sessionToken).refusal == "COMMON.1005 session_expired")
  }

  @Test("after five days without a refresh is refused")
  func idle() async throws {
    let world = try await AccountWorld.withUser()
    let token = try await world.signIn().sessionToken
    world.server.clock.advance(by: .seconds(432_000))
    #expect(try await world.refresh(token).detail == "session_expired")
  }

  @Test("of a disabled user is refused, and the session stays ended")
  func disabled() async throws {
    let world = try await AccountWorld.start()
    var user = try await world.add()
    let answer = try await world.signIn()
    user.standing = .disabled
    #expect(try await world.store.save(user) == .replaced)
    #expect(try await world.refresh(answer.sessionToken).detail == "user_locked")
    #expect(try await world.userInfo(answer.idToken).code == "COMMON.1005")
    user.standing = .active
    #expect(try await world.store.save(user) == .replaced)
    #expect(try await world.refresh(answer.sessionToken).detail == "session_expired")
  }

  // attack: I-26
  @Test("of a session from before a second factor was required is refused")
  func factorWanted() async throws {
    let world = try await AccountWorld.withUser()
    let answer = try await world.signIn()
    world.change { $0.secondFactor = "SMS" }
    #expect(try await world.refresh(answer.sessionToken).refusal == "COMMON.1005 policy_denied")
    world.change { $0.secondFactor = nil }
    #expect(try await world.refresh(answer.sessionToken).detail == "session_expired")
    #expect(try await world.userInfo(answer.idToken).code == "COMMON.1005")
  }

  @Test("by another client is refused, and ends nothing")
  func otherClient() async throws {
    let world = try await AccountWorld.withUser()
    let token = try await world.signIn().sessionToken
    #expect(try await world.refresh(token, client: "other").code == "COMMON.1006")
    #expect(try await world.refresh(token).status == 200)
  }

  @Test("for another audience than the client is refused before the token is used")
  func audience() async throws {
    let world = try await AccountWorld.withUser()
    let token = try await world.signIn().sessionToken
    #expect(try await world.refresh(token, audience: "other").code == "COMMON.1006")
    #expect(try await world.refresh(token, audience: "app").status == 200)
  }

  @Test(
    "with a malformed session token is refused",
    arguments: [
      ("", "COMMON.1001"), ("x", "COMMON.1006"), ("cc_ss_", "COMMON.1006"),
      ("cc_rt_" + String(repeating: "a", count: 49), "COMMON.1006"),
      ("cc_ss_" + String(repeating: "a", count: 49), "COMMON.1006"),
    ])
  func garbage(token: String, code: String) async throws {
    let world = try await AccountWorld.start()
    let answer = try await world.refresh(token)
    #expect(answer.status == 400)
    #expect(answer.code == code)
  }

  @Test("with a well-formed unknown token is refused")
  func unknown() async throws {
    let world = try await AccountWorld.withUser()
    let other = try await AccountWorld.start()
    try await other.add()
    let token = try await other.signIn().sessionToken
    #expect(try await world.refresh(token).code == "COMMON.1005")
  }
}
