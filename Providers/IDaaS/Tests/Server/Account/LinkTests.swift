// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Linked accounts") struct LinkTests {
  private static func list(_ world: AccountWorld, _ idToken: String) async throws -> CallReply {
    try await world.call(.get, "/api/v2/sdk/social", fields: ["Authorization": "Bearer " + idToken])
  }

  @Test("are listed for their user only")
  func listed() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add()
    let lina = try await world.add("lina", phone: "+8613900000000")
    _ = try await world.link("1404376560", to: wei)
    _ = try await world.link("9007199254740993", to: lina)
    let mine = try await Self.list(world, world.signIn().idToken)
    let links = try #require(mine.json.arrayValue)
    #expect(links.count == 1)
    let link = try #require(links.first?.objectValue)
    #expect(link["id"] == "link-1404376560")
    #expect(link["userId"] == "u-zhangwei")
    #expect(link["socialType"] == "weibo")
    #expect(link["socialUid"] == "1404376560")
    #expect(link["socialNickname"] == "n1404376560")
    #expect(link["createdAt"]?.intValue == 1_700_000_000)
    let hers = try await Self.list(world, world.signIn("lina").idToken)
    #expect(hers.json.arrayValue?.first?.objectValue?["socialUid"] == "9007199254740993")
  }

  @Test("are removed right after the sign-in")
  func fresh() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add()
    let link = try await world.link("1", to: wei)
    let token = try await world.signIn().idToken
    world.server.clock.advance(by: .seconds(600))
    #expect(try await world.unbind(link.id, by: token).status == 200)
    #expect(try await world.store.link(link.identity) == nil)
    #expect(try await Self.list(world, token).json.arrayValue?.isEmpty == true)
    #expect(try await world.unbind(link.id, by: token).code == "SOCIAL.1001")
  }

  @Test("are removed later with a code only; a refresh is not a login")
  func later() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add()
    let link = try await world.link("1", to: wei)
    let tokens = try await world.signIn()
    world.server.clock.advance(by: .seconds(601))
    let refreshed = try await world.refresh(tokens.sessionToken)
    let refused = try await world.unbind(link.id, by: refreshed.idToken)
    #expect(refused.code == "COMMON.1001")
    #expect(refused.text("error_msg").contains("verify_code"))
    let code = try await world.code("UNBIND_SOCIAL_SMS", idToken: refreshed.idToken)
    let wrong = try await world.unbind(
      link.id, by: refreshed.idToken, code: AccountWorld.wrong(code))
    #expect(wrong.code == "SMS.1005")
    #expect(try await world.store.link(link.identity) != nil)
    #expect(try await world.unbind(link.id, by: refreshed.idToken, code: code).status == 200)
    #expect(try await world.store.link(link.identity) == nil)
  }

  @Test("of other users, and unknown ones, get the same response")
  func foreign() async throws {
    let world = try await AccountWorld.withUser()
    let lina = try await world.add("lina", phone: "+8613900000000")
    let link = try await world.link("1", to: lina)
    let token = try await world.signIn().idToken
    let foreign = try await world.unbind(link.id, by: token)
    let unknown = try await world.unbind("link-2", by: token)
    #expect(foreign.code == "SOCIAL.1001")
    #expect(unknown.code == foreign.code)
    #expect(unknown.detail == foreign.detail)
    #expect(unknown.text("error_msg") == foreign.text("error_msg"))
    #expect(try await world.store.link(link.identity) != nil)
  }

  // attack: I-31
  @Test("are not removed with a code of another purpose")
  func otherPurpose() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add()
    let link = try await world.link("1", to: wei)
    let token = try await world.signIn().idToken
    let login = try await world.code("LOGIN_SMS")
    #expect(try await world.unbind(link.id, by: token, code: login).code == "COMMON.1005")
    world.server.clock.advance(by: .seconds(60))
    let deletion = try await world.code("DELETE_ACCOUNT_SMS", idToken: token)
    #expect(try await world.unbind(link.id, by: token, code: deletion).code == "COMMON.1005")
    #expect(try await world.store.link(link.identity) != nil)
  }

  @Test("need an active session, on its own device and at its own client")
  func session() async throws {
    let world = try await AccountWorld.start()
    let wei = try await world.add()
    let link = try await world.link("1", to: wei)
    let tokens = try await world.signIn()
    let bearer = ["Authorization": "Bearer " + tokens.idToken]
    for (device, client) in [("phone-2", "app"), ("phone-1", "other")] {
      let answer = try await world.call(
        .post, "/api/v2/sdk/social/unbind-account", fields: bearer, body: ["id": .string(link.id)],
        device: device, client: client)
      #expect(answer.code == "COMMON.1006")
    }
    _ = try await world.call(.post, "/api/v2/sdk/logout", fields: bearer, body: [:])
    #expect(try await world.unbind(link.id, by: tokens.idToken).code == "COMMON.1005")
    #expect(try await Self.list(world, tokens.idToken).code == "COMMON.1005")
    #expect(try await world.store.link(link.identity) != nil)
  }
}
