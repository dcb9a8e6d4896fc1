// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Deleting an account") struct DeleteAccountTests {
  // attack: I-23
  @Test("removes everything; the next owner of the phone number is another user")
  func success() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add(email: "wei@example.com")
    let link = try await world.link("1", to: wei)
    let here = try await world.signIn()
    let there = try await world.signIn(device: "phone-2")
    let code = try await world.code("DELETE_ACCOUNT_SMS", idToken: here.idToken)
    #expect(try await world.delete(by: here.idToken, code: code).status == 200)
    #expect(try await world.store.user(id: wei.id) == nil)
    #expect(try await world.store.link(link.identity) == nil)
    #expect(try await world.store.user(with: .phone(AccountWorld.phone)) == nil)
    #expect(try await world.store.user(with: .email("wei@example.com")) == nil)
    // The same name and phone number, another user.
    let hasher = PasswordHasher(cost: .testing) { Array(repeating: 1, count: $0) }
    let next = User(
      id: "u-next", name: wei.name,
      passwordHash: try await hasher.hash(Password(AccountWorld.password)))
    #expect(try await world.store.save(next) == .added)
    #expect(try await world.store.prove(.phone(AccountWorld.phone), of: next.id, at: world.now))
    for (tokens, device) in [(here, "phone-1"), (there, "phone-2")] {
      let refresh = try await world.refresh(tokens.sessionToken, device: device)
      #expect(["COMMON.1005", "COMMON.1013"].contains(refresh.code))
      #expect(refresh.idToken.isEmpty)
      #expect(try await world.userInfo(tokens.idToken).status == 401)
    }
    let claims = try await world.claims(of: world.signIn().idToken).claims
    #expect(claims["sub"] == "u-next")
  }

  @Test("reports an unknown user to a client that comes with the user's token")
  func gone() async throws {
    let world = try await AccountWorld.withUser()
    let tokens = try await world.signIn()
    let code = try await world.code("DELETE_ACCOUNT_SMS", idToken: tokens.idToken)
    #expect(try await world.delete(by: tokens.idToken, code: code).status == 200)
    let answer = try await world.delete(by: tokens.idToken, code: code)
    #expect(answer.refusal == "COMMON.1013 user_not_found")
  }

  // attack: I-31
  @Test("needs a code for this purpose and this user")
  func code() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add()
    let lina = try await world.add("lina", phone: "+8613900000000")
    let token = try await world.signIn().idToken
    let hers = try await world.signIn("lina").idToken
    #expect(try await world.delete(by: token, code: "123456").code == "COMMON.1005")
    let login = try await world.code("LOGIN_SMS")
    #expect(try await world.delete(by: token, code: login).code == "COMMON.1005")
    world.server.clock.advance(by: .seconds(60))
    let unbind = try await world.code("UNBIND_SOCIAL_SMS", idToken: token)
    #expect(try await world.delete(by: token, code: unbind).code == "COMMON.1005")
    let foreign = try await world.send("DELETE_ACCOUNT_SMS", to: "+8613900000000", idToken: token)
    #expect(foreign.code == "MFA.1001")
    let hersToo = try await world.code("DELETE_ACCOUNT_SMS", to: "+8613900000000", idToken: hers)
    #expect(try await world.delete(by: token, code: hersToo).code == "COMMON.1005")
    #expect(try await world.store.user(id: wei.id) != nil)
    #expect(try await world.store.user(id: lina.id) != nil)
  }

  // attack: I-27
  @Test("is refused after five wrong codes")
  func exhausted() async throws {
    let world = try await AccountWorld.withUser()
    let token = try await world.signIn().idToken
    let code = try await world.code("DELETE_ACCOUNT_SMS", idToken: token)
    try await AccountWorld.exhaust {
      try await world.delete(by: token, code: AccountWorld.wrong(code))
    }
    #expect(try await world.delete(by: token, code: code).code == "COMMON.1005")
    #expect(try await world.store.user(id: "u-zhangwei") != nil)
  }

  @Test("of a user without a phone number needs a login of the last ten minutes")
  func withoutPhone() async throws {
    let world = try await AccountWorld.start()
    try await world.add(phone: nil, email: "wei@example.com")
    let old = try await world.signIn().idToken
    world.server.clock.advance(by: .seconds(601))
    #expect(try await world.delete(by: old, code: "none").code == "COMMON.1005")
    let fresh = try await world.signIn().idToken
    #expect(try await world.delete(by: fresh, code: "none").status == 200)
    #expect(try await world.store.user(id: "u-zhangwei") == nil)
  }

  @Test("needs an active session besides the code")
  func session() async throws {
    let world = try await AccountWorld.withUser()
    let tokens = try await world.signIn()
    let code = try await world.code("DELETE_ACCOUNT_SMS", idToken: tokens.idToken)
    let fields = ["session-token": tokens.sessionToken]
    _ = try await world.call(.post, "/api/v2/sdk/logout", fields: fields, body: [:])
    #expect(try await world.delete(by: tokens.idToken, code: code).code == "COMMON.1005")
    #expect(try await world.store.user(id: "u-zhangwei") != nil)
  }
}
