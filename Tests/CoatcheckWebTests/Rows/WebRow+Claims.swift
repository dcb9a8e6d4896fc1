// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  /// The claims of the userinfo endpoint, for providers that return the user's name only there.
  static let claims: [WebRow] = [
    WebRow("claims", "a user has the claims of the userinfo endpoint if the site requests them") {
      framework in
      for (asks, greeting) in [(false, "Hello, u-alice-4f1d"), (true, "Hello, Alice Example")] {
        let world = try await World.start(framework, readsUserInfo: asks)
        let alice = world.visitor()
        try await alice.signIn()
        #expect(try await alice.open("/").text == greeting)
        #expect(world.provider.requests.count("/userinfo") == (asks ? 1 : 0))
        await world.stop()
      }
    },
    // OpenID Connect Core §5.3.2: "if they do not match, the UserInfo Response values MUST NOT be used."
    WebRow("claims", "claims of the userinfo endpoint about another user fail the sign-in") {
      framework in
      let world = try await HostileWorld.start(framework, .userInfoOfAnotherUser) {
        $0.readsUserInfo = true
      }
      let page = try await world.signIn()
      #expect(page.status == 400, "\(page.status)")
      #expect(try await world.open("/albums").status == 303)
      #expect(try await world.store.sweep(limit: 10, at: .distantFuture).isEmpty)
      await world.provider.stop()
    },
    WebRow("claims", "authentication claims are never taken from the userinfo endpoint") {
      framework in
      let world = try await HostileWorld.start(framework, .userInfoWithAuthentication) {
        $0.readsUserInfo = true
      }
      #expect(try await world.signIn().status == 303)
      #expect(try await world.open("/albums").status == 200)
      #expect(try await world.open("/pay").status == 303)
      await world.provider.stop()
    },
  ]
}
