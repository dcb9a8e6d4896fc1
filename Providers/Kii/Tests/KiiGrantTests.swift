// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

@Suite("Kii's other grants")
struct KiiGrantTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  @Test("a second factor replaces the session of the password")
  func secondFactor() async throws {
    try world.kii.service.requireSecondFactor(
      userID: "u-alice", oneTimeCode: Secret("123456"), recoveryCodes: [Secret("rescue-1")])
    let first = try await world.alice()
    #expect(try await world.write(first) == 403)
    let token = try await first.accessToken()
    let wrong = await failure {
      try await world.client.signIn(
        using: .kiiSecondFactor(after: first, .oneTime(Secret("000000"))))
    }
    #expect(wrong?.code == .invalidGrant)
    #expect(try await KiiAccount(first).user().id == "u-alice")

    let second = try await world.client.signIn(
      using: .kiiSecondFactor(after: first, .oneTime(Secret("123456"))), storedAs: "alice")
    let sent = try #require(world.kii.received(KiiWorld.tokenPath).last)
    #expect(sent.head.headerFields[.authorization] == "Bearer \(token.reveal())")
    #expect(
      try JSONObject(parsing: [UInt8](sent.body)) == [
        "grant_type": "mfa", "totp_code": "123456",
      ])
    #expect(second.account == first.account)
    #expect(try await world.write(second) == 201)
    #expect(try await world.client.session(named: "alice")?.account == first.account)
  }

  @Test("a recovery code is valid once")
  func recovery() async throws {
    try world.kii.service.requireSecondFactor(
      userID: "u-alice", oneTimeCode: Secret("123456"), recoveryCodes: [Secret("rescue-1")])
    let first = try await world.alice()
    let second = try await world.client.signIn(
      using: .kiiSecondFactor(after: first, .recovery(Secret("rescue-1"))))
    #expect(try world.bodies().last?["recovery_code"] == "rescue-1")
    #expect(try await world.write(second) == 201)
    let third = try await world.alice()
    let error = await failure {
      try await world.client.signIn(
        using: .kiiSecondFactor(after: third, .recovery(Secret("rescue-1"))))
    }
    #expect(error?.code == .invalidGrant)
  }

  @Test("a second factor needs a code, and a session of the same client")
  func secondFactorArguments() async throws {
    let (world, session) = try await KiiWorld.signedIn()
    let empty = await failure {
      try await world.client.signIn(using: .kiiSecondFactor(after: session, .oneTime(Secret(""))))
    }
    #expect(empty?.parameter == "totp_code")
    let other = world.client(id: "web", secret: Secret("web secret"))
    let foreign = await failure {
      try await other.signIn(using: .kiiSecondFactor(after: session, .oneTime(Secret("123456"))))
    }
    #expect(foreign?.parameter == "session")
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 1)
  }

  @Test("a code is redeemed by a client with a secret, once")
  func code() async throws {
    func code() -> Secret {
      world.kii.service.code(
        userID: "u-alice", clientID: "web", redirectURI: "my.app:/done", now: world.kii.clock.now)
    }
    let web = world.client(id: "web", secret: Secret("web secret"))
    let good = code()
    let session = try await web.signIn(using: .kiiCode(good, redirectURI: "my.app:/done"))
    #expect(session.account.subject == "u-alice")
    #expect(
      try world.bodies().last == [
        "grant_type": "authorization_code", "code": .string(good.reveal()),
        "redirect_uri": "my.app:/done", "client_id": "web", "client_secret": "web secret",
      ])
    try await session.refresh()
    #expect(session.stored?.generation == 2)
    for (code, redirect) in [(good, "my.app:/done"), (code(), "my.app:/other")] {
      let error = await failure {
        try await web.signIn(using: .kiiCode(code, redirectURI: redirect))
      }
      #expect(error?.code == .invalidGrant)
    }
    let requests = world.kii.requests.all.count
    let error = await failure {
      try await world.client.signIn(using: .kiiCode(code(), redirectURI: "my.app:/done"))
    }
    #expect(error?.parameter == "secret")
    #expect(world.kii.requests.all.count == requests)
  }

  @Test(
    "the administrator's credentials get an admin token, the app's id and key an anonymous one",
    arguments: [("admin", "admin secret"), ("app", "key")])
  func ownToken(id: String, secret: String) async throws {
    let client = world.client(id: id, secret: Secret(secret))
    let session = try await client.ownSession()
    #expect(
      try world.bodies().last == [
        "grant_type": "client_credentials", "client_id": .string(id),
        "client_secret": .string(secret),
      ])
    let request = try world.request(
      "/apps/app/buckets/news/objects", .post, type: "application/json")
    #expect(try await session.data(for: request, body: Data("{}".utf8)).0.status == .created)
    // The next token is requested in the same way.
    world.kii.clock.advance(by: .seconds(3600))
    #expect(try await session.data(for: request, body: Data("{}".utf8)).0.status == .created)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 2)
  }

  @Test("a wrong secret of the app is an error that ends no session")
  func wrongSecret() async throws {
    let client = world.client(id: "admin", secret: Secret("oz"))
    let error = await failure { try await client.ownSession() }
    #expect(error?.code == .invalidClient)
    #expect(error?.providerCode == "UNAUTHORIZED")
    #expect(error.map { KiiErrorCode($0) } == .unauthorizedRequest)
  }
}
