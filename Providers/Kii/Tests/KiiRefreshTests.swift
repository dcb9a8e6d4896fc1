// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

@Suite("Refreshing a session at Kii")
struct KiiRefreshTests {
  @Test(
    "starts five minutes before the token expires",
    arguments: [(301, 0), (300, 1), (299, 1), (0, 1)])
  func leeway(left: Int, refreshes: Int) async throws {
    let (world, session) = try await KiiWorld.signedIn(3600)
    world.kii.clock.advance(by: .seconds(3600 - left))
    #expect(try await world.write(session) == 201)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 1 + refreshes)
    #expect(session.stored?.generation == 1 + refreshes)
  }

  @Test("sends the parameters of RFC 6749 in JSON, with the app's fields")
  func request() async throws {
    let (world, session) = try await KiiWorld.signedIn()
    let old = try #require(session.stored?.refreshToken)
    try await session.refresh()
    let sent = try #require(world.kii.received(KiiWorld.tokenPath).last)
    #expect(
      try JSONObject(parsing: [UInt8](sent.body)) == [
        "grant_type": "refresh_token", "refresh_token": .string(old.reveal()),
      ])
    #expect(sent.head.headerFields[try #require(HTTPField.Name("x-kii-appid"))] == "app")
  }

  @Test("is sent once for ten concurrent calls, and Kii revokes both old tokens")
  func parallel() async throws {
    let (world, session) = try await KiiWorld.signedIn(3600)
    let old = try #require(session.stored)
    world.kii.clock.advance(by: .seconds(3400))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 { group.addTask { try await world.write(session) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 201, count: 10))
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 2)
    #expect(session.stored?.refreshToken?.matches(try #require(old.refreshToken)) == false)
    let stored = try await world.store.session(session.account)
    #expect(stored?.refreshToken?.matches(try #require(session.stored?.refreshToken)) == true)

    let fields = [
      "x-kii-appid": "app", "x-kii-appkey": "key",
      "authorization": "Bearer \(old.accessToken.reveal())",
    ]
    let answer = try await world.send(KiiWorld.mePath, .get, fields: fields)
    #expect(answer.status == 403)
    #expect(answer.json["errorCode"] == "WRONG_TOKEN")
  }

  @Test("with a used refresh token is refused, which ends the session with 330")
  func reuse() async throws {
    let (world, session) = try await KiiWorld.signedIn(3600)
    let old = try #require(session.stored)
    try await session.refresh()
    // Another program restored the old tokens.
    try await world.store.save(old)
    let other = try #require(try await world.client.session(named: "alice"))
    world.kii.clock.advance(by: .seconds(3400))
    let error = await failure { try await other.refresh() }
    #expect(world.kii.requests.all.last?.status == 403)
    #expect(error?.code == .sessionEnded)
    #expect(error?.endReason == .refused)
    #expect(error?.providerCode == "WRONG_REFRESH_TOKEN")
    #expect(error.map { KiiErrorCode($0) } == .refreshFailed)
    #expect(KiiErrorCode.refreshFailed.rawValue == 330)
    #expect(try await world.store.sessions().isEmpty)
    #expect(await failure { try await other.accessToken() }?.code == .sessionEnded)
  }

  @Test("follows a 403 with WRONG_TOKEN once, and the request is sent again")
  func rejection() async throws {
    let (world, session) = try await KiiWorld.signedIn()
    world.kii.service.endAllTokens()
    #expect(try await world.write(session) == 201)
    #expect(world.kii.received(KiiWorld.objectsPath).count == 2)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 2)
    let fields = try #require(world.kii.received(KiiWorld.objectsPath).last).head.headerFields
    #expect(fields[try #require(HTTPField.Name("x-kii-appid"))] == "app")
  }

  @Test("is not repeated when the new token is rejected as well")
  func rejectedTwice() async throws {
    let (world, session) = try await KiiWorld.signedIn()
    world.kii.answer(
      KiiWorld.objectsPath,
      with: .standIn(.forbidden, json: ["errorCode": "WRONG_TOKEN", "message": "no"]), times: 9)
    #expect(await failure { try await world.write(session) }?.code == .invalidToken)
    #expect(world.kii.received(KiiWorld.objectsPath).count == 2)
  }

  @Test(
    "does not follow other responses",
    arguments: [
      (401, "UNAUTHORIZED"), (403, "APP_DISABLED"), (403, "NOT_ALLOWED"), (401, "WRONG_TOKEN"),
    ])
  func otherAnswers(status: Int, code: String) async throws {
    let (world, session) = try await KiiWorld.signedIn()
    world.kii.answer(
      KiiWorld.objectsPath,
      with: .standIn(.init(code: status), json: ["errorCode": .string(code)]))
    #expect(try await world.write(session) == status)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 1)
  }

  @Test("is impossible without a refresh token: 523")
  func noRefreshToken() async throws {
    let (world, session) = try await KiiWorld.signedIn(3600, KiiService(givesRefreshTokens: false))
    let error = await failure { try await session.refresh() }
    #expect(error?.code == .interactionRequired)
    #expect(error.map { KiiErrorCode($0) } == .noRefreshToken)
    // The token is used until it expires, and the session stays stored.
    world.kii.clock.advance(by: .seconds(3590))
    #expect(try await world.write(session) == 201)
    world.kii.clock.advance(by: .seconds(10))
    let late = await failure { try await world.write(session) }
    #expect(late.map { KiiErrorCode($0) } == .noRefreshToken)
    #expect(try await world.store.sessions().count == 1)
  }

  @Test("that is refused because the user is disabled does not end the session")
  func disabledUser() async throws {
    let (world, session) = try await KiiWorld.signedIn()
    try world.kii.service.disable(userID: "u-alice")
    let error = await failure { try await session.refresh() }
    #expect(error?.providerCode == "USER_DISABLED")
    #expect(error?.errorClass == .interactionRequired)
    try world.kii.service.disable(userID: "u-alice", false)
    try await session.refresh()
    #expect(session.stored?.generation == 2)
  }

  @Test("that cannot be sent leaves the session unchanged")
  func network() async throws {
    let (world, session) = try await KiiWorld.signedIn(3600)
    world.kii.clock.advance(by: .seconds(3400))
    await world.kii.stop()
    // The token is still valid.
    let token = try await session.accessToken()
    #expect(token.matches(try #require(session.stored?.accessToken)))
    let kii = try await world.kii.restarted()
    #expect(try await world.write(session) == 201)
    #expect(session.stored?.generation == 2)
    await kii.stop()
  }

  @Test("is not needed by a token that never expires")
  func endless() async throws {
    let (world, session) = try await KiiWorld.signedIn(0, KiiService(lifetime: nil))
    #expect(session.stored?.expiry == .never)
    #expect(session.stored?.refreshToken != nil)
    world.kii.clock.advance(by: .seconds(40 * 365 * 86_400))
    #expect(try await world.write(session) == 201)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 1)
  }

  @Test("after a change of the password ends the session")
  func passwordChange() async throws {
    let (world, session) = try await KiiWorld.signedIn()
    let wrong = await failure {
      try await KiiAccount(session).changePassword(from: Secret("oz oz"), to: Secret("looking"))
    }
    #expect(wrong.map { KiiErrorCode($0) } == .authenticationFailed)
    let short = await failure {
      try await KiiAccount(session).changePassword(from: Secret("wonderland"), to: Secret("no"))
    }
    #expect(short.map { KiiErrorCode($0) } == .passwordFormat)
    try await KiiAccount(session).changePassword(
      from: StandInUser.alice.password, to: Secret("looking glass"))
    let error = await failure { try await world.write(session) }
    #expect(error.map { KiiErrorCode($0) } == .refreshFailed)
    let again = try await world.client.signIn(
      using: .kiiPassword("alice", password: Secret("looking glass")))
    #expect(try await world.write(again) == 201)
  }
}
