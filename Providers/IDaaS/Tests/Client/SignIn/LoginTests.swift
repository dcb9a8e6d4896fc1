// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("Signing in with Weibo's token")
struct LoginTests {
  @Test("stores a session, and the second sign-in needs no proof")
  func welcome() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let stored = try #require(try await world.store.session(session.account))
    #expect(stored.account.issuer == world.idaas.issuer)
    #expect(stored.provider == "idaas")
    #expect(stored.extra["created"] == true)
    #expect(try await world.idaas.verify(stored.accessToken).id == stored.account.subject)
    #expect(stored.refreshExpiry.date == world.server.clock.now.addingTimeInterval(432_000))
    let again = try await world.session()
    #expect(again.account == session.account)
    #expect(again.stored?.generation == 2)
    #expect(try await world.store.sessions().count == 1)
    #expect(try await world.session(.bob).account != session.account)
    #expect(try await world.idaas.sessions().count == 2)
  }

  @Test("reports what is still to be done, and what may be proved")
  func pending() async throws {
    let world = try await IDaaSWorld.start()
    guard case .needsRegistration(let pending) = try await world.signIn() else {
      Issue.record("An unknown user did not have to register.")
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

  @Test("binds or is refused by the tenant's policy for unknown users")
  func policies() async throws {
    let binding = try await IDaaSWorld.start(application: { $0.unassociated = .bind })
    guard case .needsBinding(let pending) = try await binding.signIn() else {
      Issue.record("An unknown user did not have to bind.")
      return
    }
    #expect(try pending.messageType(for: .phone) == .bindMobile)
    await binding.server.stop()
    let closed = try await IDaaSWorld.start(application: { $0.unassociated = .fail })
    #expect(await failure { try await closed.signIn() }?.returnCode == .notBound)
  }

  @Test("is refused with another app's token, and with another user's uid")
  func substitution() async throws {
    let world = try await IDaaSWorld.welcoming()
    let (foreign, uid) = world.server.weibo.token(
      for: .alice, app: try #require(world.server.weibo.service.apps.last).key)
    let (own, _) = world.token(.alice)
    let (_, bob) = world.token(.bob)
    for (token, uid) in [(Secret(foreign), uid), (own, bob), (Secret("2.00unknown"), uid)] {
      let error = await failure {
        try await world.idaas.signIn(weiboToken: token, uid: uid)
      }
      #expect(error?.returnCode == .interfaceFailed)
    }
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("sends nothing for an invalid token or uid")
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

  @Test("works with Weibo's code, and in a browser whose ticket is redeemed")
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

  @Test("by a browser ends with 102 when the user denies at Weibo")
  func refusedAtWeibo() async throws {
    let world = try await IDaaSWorld.welcoming()
    let agent = StandInUser.alice.agent(.deny)
    let error = await failure { try await world.idaas.signIn(with: agent) }
    #expect(error?.isCancelledByUser == true)
    #expect(error?.providerCode == "102")
  }

  @Test("works with a user agent that listens on this machine")
  func loopback() async throws {
    let world = try await IDaaSWorld.welcoming()
    let user = StandInUser.alice.agent()
    let agent = LoopbackUserAgent(open: { try await user.visit($0) })
    var pages = WeiboPages()
    pages.continuesOnPages = false
    #expect(try await world.idaas.signIn(with: agent, pages: pages).session != nil)
  }

  @Test("is resumed and finished after a restart, with the device id that is kept by default")
  func restarted() async throws {
    let world = try await IDaaSWorld.start()
    let folder = try Folder()
    func program() throws -> IDaaS {
      try IDaaS(
        IDaaSConfiguration(domain: world.server.origin, clientID: "app"),
        store: FileTokenStore(directory: folder.path), transport: world.transport,
        environment: world.server.clock.environment)
    }
    let (token, uid) = world.token()
    let pending = try #require(
      try await program().signIn(weiboToken: token, uid: uid).pending)
    let kept = pending.json.serialized()
    let later = try #require(try program().resume(JSONObject(parsing: kept)).pending)
    let code = try await world.prove(later, "+86-13800000000", "+8613800000000")
    let session = try #require(
      try await later.finish(.mobile("+86-13800000000"), code: code).session)
    #expect(try await program().session(named: nil)?.account == session.account)
  }

  @Test("shows an account that was found, and links it when the user confirms it after a restart")
  func confirmed() async throws {
    let world = try await IDaaSWorld.start(confirmsLinking: true)
    let user = User(id: "zhangsan", name: try UserName("zhangsan"))
    _ = try await world.server.store.save(user)
    #expect(
      try await world.server.store.prove(
        .phone("+8613800000000"), of: user.id, at: world.server.clock.now))
    let pending = try #require(try await world.signIn().pending)
    let code = try await world.prove(pending, "+86-13800000000", "+8613800000000")
    let outcome = try await pending.finish(.mobile("+86-13800000000"), code: code)
    guard case .confirmLink(let shown) = outcome else {
      Issue.record("The account was not shown.")
      return
    }
    #expect(shown.account?.contains("*") == true)
    let kept = try JSONObject(parsing: shown.json.serialized())
    guard case .confirmLink(let later) = try world.idaas.resume(kept) else {
      Issue.record("It is not the stored sign-in.")
      return
    }
    #expect(try await later.confirm().session?.account.subject == user.id)
  }

  @Test("is resumed after a restart, until it expires")
  func resumed() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let kept = try JSONObject(parsing: pending.json.serialized())
    let later = try IDaaSWorld.client(
      of: world.server, store: world.store, transport: world.transport, device: "device-1")
    guard case .needsRegistration(let again) = try later.resume(kept) else {
      Issue.record("It is not the stored sign-in.")
      return
    }
    #expect(again.login.stateToken.matches(pending.login.stateToken))
    #expect(again.expiresAt == pending.expiresAt)
    // Another installation cannot resume it: the device id has to be the same.
    let elsewhere = try IDaaSWorld.client(
      of: world.server, store: MemoryTokenStore(), transport: world.transport, device: "device-2")
    let foreign = try #require(try elsewhere.resume(kept).pending)
    let refused = await failure {
      try await foreign.finish(.mobile("+86-13800000000"), code: Secret("000000"))
    }
    #expect(refused?.refusalDetail == .stateMismatch)
    world.server.clock.advance(by: .seconds(600))
    #expect(again.isOver)
    let error = #expect(throws: OAuthError.self) { try later.resume(kept) }
    #expect(error?.code == .transactionExpired)
    #expect(throws: OAuthError.self) { try later.resume([:]) }
  }
}
