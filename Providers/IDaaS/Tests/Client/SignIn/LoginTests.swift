// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("Signing in with Weibo's token")
struct LoginTests {
  @Test("brings a stored session, and the second time straight through")
  func welcome() async throws {
    let world = try await IDaaSWorld.welcoming()
    let session = try await world.session()
    let stored = try #require(try await world.store.session(session.account))
    #expect(stored.account.issuer == world.idaas.issuer)
    #expect(stored.provider == "idaas")
    #expect(stored.extra["created"] == true)
    let user = try await world.idaas.verify(stored.accessToken)
    #expect(user.id == stored.account.subject)
    #expect(stored.refreshExpiry.date == world.server.clock.now.addingTimeInterval(432_000))
    let again = try await world.session()
    #expect(again.account == session.account)
    #expect(again.stored?.generation == 2)
    #expect(try await world.store.sessions().count == 1)
    let other = try await world.session(.bob)
    #expect(other.account != session.account)
    #expect(try await world.idaas.sessions().count == 2)
  }

  @Test("says what is still to be done, and what may be proved")
  func pending() async throws {
    let world = try await IDaaSWorld.start()
    guard case .needsRegistration(let pending) = try await world.signIn() else {
      Issue.record("Somebody unknown did not have to register.")
      return
    }
    #expect(pending.status == .userRegister)
    #expect(pending.methods == [.phone, .email])
    #expect(pending.nickname == "alice")
    #expect(pending.expiresAt == world.server.clock.now.addingTimeInterval(600))
    #expect(try pending.messageType(for: .phone) == .registerMobile)
    #expect(try pending.messageType(for: .email) == .registerEmail)
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("binds where the tenant wants that, and is refused where it wants nobody")
  func policies() async throws {
    let binding = try await IDaaSWorld.start(application: { $0.unassociated = .bind })
    guard case .needsBinding(let pending) = try await binding.signIn() else {
      Issue.record("Somebody unknown did not have to bind.")
      return
    }
    #expect(try pending.messageType(for: .phone) == .bindMobile)
    await binding.server.stop()
    let closed = try await IDaaSWorld.start(application: { $0.unassociated = .fail })
    #expect(await failure { try await closed.signIn() }?.returnCode == .notBound)
  }

  @Test("is refused with another app's token, and with another person's uid")
  func substitution() async throws {
    let world = try await IDaaSWorld.welcoming()
    let (foreign, uid) = world.server.weibo.token(
      for: .alice, app: try #require(world.server.weibo.service.apps.last).key)
    let (own, _) = world.token(.alice)
    let (_, bob) = world.token(.bob)
    for (token, uid) in [(Secret(foreign), uid), (own, bob), (Secret("2.00nobody"), uid)] {
      let error = await failure {
        try await world.idaas.signIn(weiboToken: token, uid: uid)
      }
      #expect(error?.returnCode == .interfaceFailed)
    }
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("sends nothing for what is no token or no uid")
  func forms() async throws {
    let world = try await IDaaSWorld.welcoming()
    for (token, uid, name) in [
      ("", "1", "weiboToken"), ("https://x/", "1", "weiboToken"), ("2.00a", "", "uid"),
      ("2.00a", "abc", "uid"),
    ] {
      let error = await failure {
        try await world.idaas.signIn(weiboToken: Secret(token), uid: uid)
      }
      #expect(error?.parameter == name)
    }
    #expect(world.server.requests.all.isEmpty)
  }

  @Test("with Weibo's code, and by a browser whose ticket is redeemed")
  func otherProofs() async throws {
    let world = try await IDaaSWorld.welcoming()
    let callback = world.server.origin + "/api/v1/login/weibo"
    let code = world.server.weibo.code(for: .alice, redirectURI: callback)
    let byCode = try await world.idaas.signIn(weiboCode: Secret(code), redirectURI: callback)
    let agent = StandInUser.alice.agent()
    var pages = WeiboPages()
    pages.continuesOnPages = false
    let byTicket = try await world.idaas.signIn(with: agent, pages: pages)
    #expect(byCode.session?.account != nil)
    #expect(byTicket.session?.account == byCode.session?.account)
  }

  @Test("by a browser ends with 102 when the person says no at Weibo")
  func refusedAtWeibo() async throws {
    let world = try await IDaaSWorld.welcoming()
    let agent = StandInUser.alice.agent(.deny)
    let error = await failure { try await world.idaas.signIn(with: agent) }
    #expect(error?.isCancelledByUser == true)
    #expect(error?.providerCode == "102")
  }

  @Test("by a user agent that listens on this machine")
  func loopback() async throws {
    let world = try await IDaaSWorld.welcoming()
    let person = StandInUser.alice.agent()
    let agent = LoopbackUserAgent(open: { try await person.visit($0) })
    var pages = WeiboPages()
    pages.continuesOnPages = false
    #expect(try await world.idaas.signIn(with: agent, pages: pages).session != nil)
  }

  @Test("waits for its person also over a restart, until it is over")
  func resumed() async throws {
    let world = try await IDaaSWorld.start()
    let pending = try #require(try await world.signIn().pending)
    let kept = try JSONObject(parsing: pending.json.serialized())
    let later = try IDaaSWorld.client(
      of: world.server, store: world.store, transport: world.transport, device: "device-1")
    guard case .needsRegistration(let again) = try later.resume(kept) else {
      Issue.record("It is not what was kept.")
      return
    }
    #expect(again.login.stateToken.matches(pending.login.stateToken))
    #expect(again.expiresAt == pending.expiresAt)
    world.server.clock.advance(by: .seconds(600))
    #expect(again.isOver)
    let error = #expect(throws: OAuthError.self) { try later.resume(kept) }
    #expect(error?.code == .transactionExpired)
    #expect(throws: OAuthError.self) { try later.resume([:]) }
  }
}
