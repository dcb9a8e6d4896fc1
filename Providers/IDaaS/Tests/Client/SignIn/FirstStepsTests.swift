// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("The first steps of a sign-in")
struct FirstStepsTests {
  private static let mobile = "+86-13800000000"

  private static func client(
    _ world: IDaaSWorld, id: String = "app", logger: Logger? = nil
  ) throws -> IDaaS {
    var configuration = try IDaaSConfiguration(domain: world.server.origin, clientID: id)
    configuration.device = .fixed("device-1")
    guard let logger else {
      return try IDaaS(
        configuration, store: world.store, transport: world.transport,
        environment: world.server.clock.environment)
    }
    return try IDaaS(
      configuration, store: world.store, transport: world.transport,
      environment: world.server.clock.environment, logger: logger)
  }

  @Test("nothing is sent or shown before the app calls the sign-in, which then opens one page")
  func nothingBefore() async throws {
    let world = try await IDaaSWorld.start()
    let idaas = try Self.client(world)
    let user = WatchedUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    #expect(try await idaas.session(named: nil) == nil)
    #expect(try await idaas.sessions().isEmpty)
    #expect(world.server.requests.all.isEmpty && user.addresses.isEmpty)
    #expect(try await idaas.signIn(with: user).session != nil)
    #expect(user.addresses.count == 1)
    let start = world.server.origin + "/api/v1/login/weibo/start?"
    #expect(user.addresses.first?.hasPrefix(start) == true)
    // Weibo asks the user in the browser, before the service's own page.
    let weibo = user.pages.firstIndex { $0.contains("name=\"password\"") }
    let own = user.pages.firstIndex { $0.contains("name=\"mobile\"") }
    #expect(try #require(weibo) < #require(own))
  }

  @Test("a client id that the tenant does not know is refused by its code")
  func unknownClient() async throws {
    let world = try await IDaaSWorld.welcoming()
    let (token, uid) = world.token()
    for (id, code) in [("another", ReturnCode.clientUnknown), ("app", nil)] {
      let idaas = try Self.client(world, id: id)
      do throws(OAuthError) {
        let outcome = try await idaas.signIn(weiboToken: token, uid: uid)
        #expect(code == nil && outcome.session != nil, "\(id)")
      } catch {
        #expect(error.returnCode == code && code != nil, "\(id)")
      }
    }
  }

  @Test("the log has the steps where the app gives one, and no token, code, number or proof")
  func log() async throws {
    let world = try await IDaaSWorld.start()
    let log = CapturedLog()
    let idaas = try Self.client(world, logger: log.logger)
    let (token, uid) = world.token()
    let pending = try #require(
      try await idaas.signIn(weiboToken: token, uid: uid).pending)
    let proof = try await pending.captcha(for: .mobile(Self.mobile), kind: .proofOfWork).work()
    try await pending.sendCode(to: .mobile(Self.mobile), proof: proof)
    let code = try world.code("+8613800000000")
    let wrong = Secret(code.reveal() == "000000" ? "111111" : "000000")
    _ = await failure { try await pending.finish(.mobile(Self.mobile), code: wrong) }
    let session = try #require(
      try await pending.finish(.mobile(Self.mobile), code: code).session)
    let first = try #require(session.stored)
    try await session.refresh()
    let second = try #require(session.stored)
    await idaas.signOut(session)
    #expect(log.has("signed in"))
    let secrets = [
      token, code, wrong, proof.token, pending.login.stateToken, first.accessToken,
      second.accessToken, try #require(first.refreshToken), try #require(second.refreshToken),
      Secret("13800000000"), Secret(uid),
    ]
    for line in log.all {
      for secret in secrets { #expect(!line.contains(secret.reveal()), "\(line)") }
    }
  }
}
