// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("The change of a phone number")
struct UpdateMobileTests {
  private static let new = "+8613900000000"

  private static func change(
    _ world: AccountWorld, _ code: String, by idToken: String
  ) async throws -> CallReply {
    try await world.call(
      .post, "/api/v2/sdk/mobile/update", fields: ["Authorization": "Bearer " + idToken],
      body: ["mobile": .string(new), "verify_code": .string(code)])
  }

  @Test("makes the new number the only one, which signs in, and tells the old one")
  func changed() async throws {
    let world = try await AccountWorld.start()
    try await world.add(email: "wei@example.com")
    let idToken = try await world.signIn().idToken
    let code = try await world.code("UPDATE_MOBILE_SMS", to: Self.new, idToken: idToken)
    #expect(try await Self.change(world, AccountWorld.wrong(code), by: idToken).code == "SMS.1005")
    #expect(try await Self.change(world, code, by: idToken).status == 200)
    #expect(
      try await world.store.contacts(of: "u-zhangwei") == [
        .phone(Self.new), .email("wei@example.com"),
      ])
    #expect(
      world.server.outbox.notices.map(\.contact) == [
        .phone(AccountWorld.phone), .email("wei@example.com"),
      ])
    #expect(world.server.outbox.notices.allSatisfy { $0.event == .mobileChanged })
    #expect(try await world.userInfo(idToken).text("mobile") == "+86-13900000000")
    world.server.clock.advance(by: .seconds(61))
    let login = try await world.code("LOGIN_SMS", to: Self.new)
    #expect(try await world.signIn(by: login, phone: Self.new).status == 200)
    #expect(try await Self.change(world, code, by: idToken).code == "COMMON.1005")
  }

  @Test("needs a sign-in within ten minutes, and a number that is no other user's")
  func refused() async throws {
    let world = try await AccountWorld.withUser()
    try await world.add("lina", phone: Self.new)
    let idToken = try await world.signIn().idToken
    let code = try await world.code("UPDATE_MOBILE_SMS", to: Self.new, idToken: idToken)
    #expect(try await Self.change(world, code, by: idToken).refusal == "SOCIAL.1002 already_bound")
    world.server.clock.advance(by: .seconds(601))
    let late = try await world.code("UPDATE_MOBILE_SMS", to: Self.new, idToken: idToken)
    #expect(
      try await Self.change(world, late, by: idToken).refusal == "COMMON.1005 policy_denied")
    #expect(
      try await world.store.contacts(of: "u-zhangwei") == [.phone(AccountWorld.phone)])
    #expect(world.server.outbox.notices.isEmpty)
  }
}
