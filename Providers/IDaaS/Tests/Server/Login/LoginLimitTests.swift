// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("The limit of logins per identity", .timeLimit(.minutes(10)))
struct LoginLimitTests {
  @Test(
    "of 20 concurrent logins of a linked user as many get a session as an hour allows",
    arguments: StoreChoice.allCases)
  func crowd(_ store: StoreChoice) async throws {
    // The first login creates the account.
    let world = try await LoginWorld.start(
      store: store, settings: { $0.loginsPerIdentity = 4 },
      application: { $0.unassociated = .create }
    )
    #expect(try await world.login().word == "SUCCESS")
    let answers = try await concurrently(20) { number in
      try await world.login(device: "phone-\(number)")
    }
    #expect(answers.filter { $0.word == "SUCCESS" }.count == 3)
    let refused = answers.filter { $0.code == .busy && $0.detail == "rate_limited" }
    #expect(refused.count == 17)
    #expect(refused.allSatisfy { $0.json["retry_after"]?.intValue == 3_600 })
    // The document has 500 for this code, whatever the reason.
    #expect(refused.allSatisfy { $0.status == 500 && $0.field("Retry-After") == "3600" })
    #expect(world.log.all.filter { $0.hasPrefix("login_throttled ") }.count == 17)
    #expect(world.log.all.filter { $0.hasPrefix("tokens_issued ") }.count == 4)
    world.server.clock.advance(by: .seconds(3_600))
    #expect(try await world.login().word == "SUCCESS")
  }

  @Test("logins that end without a session are counted as well", arguments: StoreChoice.allCases)
  func withoutSession(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(
      store: store, settings: { $0.loginsPerIdentity = 3 },
      application: { $0.unassociated = .create }
    )
    #expect(try await world.login().word == "SUCCESS")
    let link = try await world.server.store.link(
      SocialIdentity(
        provider: "weibo", app: world.server.weibo.service.appKey,
        subject: world.server.weibo.service.uid(of: .alice)))
    let id = try #require(link?.userID)
    var user = try #require(try await world.server.store.user(id: id))
    user.standing = .disabled
    _ = try await world.server.store.save(user)
    for _ in 0..<2 { #expect(try await world.login().word == "ACCESS_DENIED") }
    #expect(try await world.login().detail == "rate_limited")
  }
}
