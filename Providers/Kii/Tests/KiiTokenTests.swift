// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

@Suite("Signing in at Kii with an access token")
struct KiiTokenTests {
  @Test("a token that was kept signs in again after a restart, and is used until it is rejected")
  func tokenAlone() async throws {
    let world = try await KiiWorld.start()
    let kept = try await world.alice().accessToken()
    // The app was started again, and its store is empty.
    try await world.store.remove(try #require(try await world.store.sessions().first).account)

    let session = try await world.client.signIn(using: .kiiToken(kept), storedAs: "alice")
    #expect(session.account.subject == "u-alice")
    #expect(session.stored?.expiry == .never)
    #expect(session.remaining == nil)
    #expect(session.stored?.refreshToken == nil)
    #expect(world.kii.requests.count(KiiWorld.mePath) == 1)
    world.kii.clock.advance(by: .seconds(3000))
    #expect(try await KiiAccount(session).user().loginName == "alice")

    // Kii ends it after an hour. The session does not end by itself.
    world.kii.clock.advance(by: .seconds(601))
    #expect(try await session.accessToken().matches(kept))
    let error = await failure { try await KiiAccount(session).user() }
    #expect(error?.code == .invalidToken)
    #expect(error.map { KiiErrorCode($0) } == .noValidAccessToken)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 1)
  }

  @Test("a token that is not good makes no session")
  func badToken() async throws {
    let world = try await KiiWorld.start()
    let error = await failure {
      try await world.client.signIn(using: .kiiToken(Secret("at-unknown")))
    }
    #expect(error?.outcome == .refused)
    #expect(error?.code == .invalidToken)
    #expect(error?.status == 403)
    #expect(error?.providerCode == "WRONG_TOKEN")
    #expect("\(try #require(error))".contains("at-unknown") == false)
    #expect(error.map { KiiErrorCode($0) } == .noValidAccessToken)
    #expect(try await world.store.sessions().isEmpty)
    #expect(try await world.client.session() == nil)
  }

  @Test("an end without a refresh token is remembered, and Kii decides")
  func tokenAndEnd() async throws {
    let world = try await KiiWorld.start()
    let token = try await world.alice().accessToken()
    let end = world.kii.clock.now.addingTimeInterval(60)
    let session = try await world.client.signIn(using: .kiiToken(token, expiresAt: end))
    #expect(KiiTokens(of: session)?.expiresAt == end)
    world.kii.clock.advance(by: .seconds(120))
    #expect(try await KiiAccount(session).user().id == "u-alice")
    #expect(KiiTokens(of: session)?.expiresAt == end)
  }

  @Test("all three go on as the session did that they come from")
  func tokenEndAndRefreshToken() async throws {
    let world = try await KiiWorld.start()
    let tokens = try #require(KiiTokens(of: try await world.alice()))
    let end = world.kii.clock.now.addingTimeInterval(3600)
    #expect(tokens.expiresAt == end)
    let session = try await world.client.signIn(
      using: .kiiToken(
        tokens.accessToken, expiresAt: tokens.expiresAt,
        refreshToken: try #require(tokens.refreshToken)))
    #expect(session.remaining == .seconds(3600))
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 1)
    world.kii.clock.advance(by: .seconds(3301))
    let next = try await session.accessToken()
    #expect(!next.matches(tokens.accessToken))
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 2)
  }

  @Test("a token that is over is replaced, where there is something to replace it by")
  func spentToken() async throws {
    let world = try await KiiWorld.start()
    // By the end that was given; and by the answer, when another end was given.
    for end in [3600.0, 99_999] {
      let tokens = try #require(KiiTokens(of: try await world.alice()))
      let given = world.kii.clock.now.addingTimeInterval(end)
      world.kii.clock.advance(by: .seconds(3600))
      let session = try await world.client.signIn(
        using: .kiiToken(
          tokens.accessToken, expiresAt: given, refreshToken: try #require(tokens.refreshToken)))
      #expect(session.account.subject == "u-alice")
      #expect(session.remaining == .seconds(3600))
      #expect(try await KiiAccount(session).user().id == "u-alice")
    }
  }

  @Test("a refresh token that was used before makes no session, and says which error that was")
  func usedRefreshToken() async throws {
    let world = try await KiiWorld.start()
    let session = try await world.alice()
    let old = try #require(KiiTokens(of: session))
    try await session.refresh()
    let error = await failure { try await world.client.signIn(using: .kiiTokens(old)) }
    #expect(error?.code == .invalidGrant)
    #expect(error?.providerCode == "WRONG_REFRESH_TOKEN")
    #expect(error.map { KiiErrorCode($0) } == .refreshFailed)
    #expect(try await KiiAccount(session).user().id == "u-alice")
  }

  @Test("the tokens of a session come as a value and as the old dictionary")
  func dictionary() async throws {
    let world = try await KiiWorld.start()
    let session = try await world.alice()
    let tokens = try #require(KiiTokens(of: session))
    let token = try await session.accessToken()
    #expect(tokens.accessToken.matches(token))
    let dictionary = tokens.dictionary
    #expect(Set(dictionary.keys) == ["access_token", "expires_at", "refresh_token"])
    #expect(dictionary["access_token"] as? String == token.reveal())
    #expect(dictionary["expires_at"] as? Date == world.kii.clock.now.addingTimeInterval(3600))
    #expect(dictionary["refresh_token"] as? String == session.stored?.refreshToken?.reveal())
    #expect(!"\(tokens)".contains(token.reveal()))

    let read = try #require(KiiTokens(dictionary: dictionary))
    #expect(read.accessToken.matches(token))
    #expect(read.expiresAt == tokens.expiresAt)
    #expect(read.refreshToken?.matches(try #require(tokens.refreshToken)) == true)
    #expect(KiiTokens(dictionary: ["expires_at": Date.distantFuture]) == nil)

    // Nobody is signed in: there is no dictionary.
    await world.client.signOut(session, .localOnly)
    #expect(KiiTokens(of: session) == nil)
  }

  @Test("a token without an end has one in the distant future, and no refresh token")
  func endlessDictionary() async throws {
    let world = try await KiiWorld.start(KiiService(lifetime: nil, givesRefreshTokens: false))
    let session = try await world.alice()
    #expect(session.stored?.expiry == .never)
    let dictionary = try #require(KiiTokens(of: session)?.dictionary)
    #expect(Set(dictionary.keys) == ["access_token", "expires_at"])
    #expect(dictionary["expires_at"] as? Date == .distantFuture)
  }

  @Test("whoever has the token acts as the user, and nobody else does")
  func rights() async throws {
    let world = try await KiiWorld.start()
    let token = try await world.alice().accessToken()
    let path = "/apps/app/users/me/buckets/notes/objects"
    let fields = ["x-kii-appid": "app", "x-kii-appkey": "key", "content-type": "application/json"]
    let with = fields.merging(["authorization": "Bearer \(token.reveal())"]) { $1 }
    #expect(try await world.send(path, fields: with, body: "{}").status == 201)
    let without = try await world.send(path, fields: fields, body: "{}")
    #expect(without.status == 401)
    #expect(without.json["errorCode"] == "UNAUTHORIZED")
  }

  @Test("no token is ever printed, and none is in an error")
  func redacted() async throws {
    let world = try await KiiWorld.start()
    let session = try await world.alice()
    let token = try await session.accessToken().reveal()
    for text in [
      "\(session)", "\(try #require(session.stored))", "\(KiiTokenSignIn.kiiToken(Secret(token)))",
    ] {
      #expect(!text.contains(token))
    }
  }
}
