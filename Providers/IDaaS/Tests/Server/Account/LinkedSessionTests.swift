// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("A session through a linked account") struct LinkedSessionTests {
  private static func signIn(_ world: AccountWorld) async throws -> CallReply {
    let (token, uid) = world.server.weibo.token(for: .alice)
    return try await world.call(
      .post, "/api/v2/sdk/login/weibo",
      body: ["access_token": .string(token), "uid": .string(uid)])
  }

  private static func link(in world: AccountWorld, to user: User) async throws -> SocialLink {
    try await world.link(world.server.weibo.service.uid(of: .alice), to: user)
  }

  @Test("cannot remove the only way to sign in")
  func lastWayIn() async throws {
    let world = try await AccountWorld.start(application: { $0.unassociated = .create })
    let answer = try await Self.signIn(world)
    #expect(answer.text("status") == "SUCCESS")
    #expect(answer["created"] == true)
    let list = try await world.call(
      .get, "/api/v2/sdk/social", fields: ["Authorization": "Bearer " + answer.idToken])
    let link = try #require(list.json.arrayValue?.first?.objectValue)
    let id = try #require(link["id"]?.stringValue)
    #expect(try await world.unbind(id, by: answer.idToken).refusal == "SOCIAL.1001 policy_denied")
    // With a phone number there is another one.
    let user = try #require(link["userId"]?.stringValue)
    #expect(try await world.store.prove(.phone(AccountWorld.phone), of: user, at: world.now))
    // The first proof of a number ends the sessions before it.
    #expect(try await world.unbind(id, by: answer.idToken).code == "COMMON.1005")
    let again = try await Self.signIn(world)
    #expect(try await world.unbind(id, by: again.idToken).status == 200)
  }

  @Test("ends with the link; sessions of other logins stay")
  func endsWithLink() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add()
    let link = try await Self.link(in: world, to: wei)
    let byWeibo = try await Self.signIn(world)
    let byPassword = try await world.signIn()
    #expect(try await world.claims(of: byWeibo.idToken).claims["amr"] == ["weibo"])
    #expect(try await world.unbind(link.id, by: byPassword.idToken).status == 200)
    #expect(try await world.refresh(byWeibo.sessionToken).code == "COMMON.1005")
    #expect(try await world.userInfo(byWeibo.idToken).status == 401)
    #expect(try await world.refresh(byPassword.sessionToken).status == 200)
  }

  @Test("opens after the second factor, if the link still exists", arguments: [true, false])
  func secondFactor(kept: Bool) async throws {
    let world = try await AccountWorld.start(application: { $0.secondFactor = "SMS" })
    let wei = try await world.add()
    let link = try await Self.link(in: world, to: wei)
    let pending = try await Self.signIn(world)
    #expect(pending.text("status") == "MFA_AUTH")
    #expect(try await world.sendSecondFactor(pending.stateToken).status == 200)
    if !kept {
      #expect(try await world.store.unlink(link.id, of: wei.id, at: world.now) == .unlinked(link))
    }
    let answer = try await world.verify(pending.stateToken, code: world.lastCode())
    if kept {
      #expect(try await world.claims(of: answer.idToken).claims["amr"] == ["weibo", "sms"])
    } else {
      #expect(answer.code == "COMMON.1005")
      #expect(answer.idToken.isEmpty)
    }
  }
}
