// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

@Suite("Signing in at Kii with an access token")
struct KiiTokenTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  @Test("a kept token signs in again after a restart, and is used until it is rejected")
  func tokenAlone() async throws {
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

    // Kii ends the token after an hour; the session does not end.
    world.kii.clock.advance(by: .seconds(601))
    #expect(try await session.accessToken().matches(kept))
    let error = await failure { try await KiiAccount(session).user() }
    #expect(error?.code == .invalidToken)
    #expect(error.map { KiiErrorCode($0) } == .noValidAccessToken)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 1)
  }

  @Test("an invalid token makes no session")
  func badToken() async throws {
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

  @Test("an expiry without a refresh token is stored, and Kii decides")
  func tokenAndEnd() async throws {
    let token = try await world.alice().accessToken()
    let end = world.kii.clock.now.addingTimeInterval(60)
    let session = try await world.client.signIn(using: .kiiToken(token, expiresAt: end))
    #expect(KiiTokens(of: session)?.expiresAt == end)
    world.kii.clock.advance(by: .seconds(120))
    #expect(try await KiiAccount(session).user().id == "u-alice")
    #expect(KiiTokens(of: session)?.expiresAt == end)
  }

  @Test("all three resume the session that they come from")
  func tokenEndAndRefreshToken() async throws {
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

  @Test("an expired token is replaced if there is a refresh token")
  func spentToken() async throws {
    // By the given expiry, and by the response if the given expiry is too late.
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

  @Test("a used refresh token makes no session, and the error has its number")
  func usedRefreshToken() async throws {
    let (world, session) = try await KiiWorld.signedIn()
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
    let (world, session) = try await KiiWorld.signedIn()
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

    // After signing out there is no dictionary.
    await world.client.signOut(session, .localOnly)
    #expect(KiiTokens(of: session) == nil)
  }

  @Test("a token that never expires has an expiry in the distant future, and no refresh token")
  func endlessDictionary() async throws {
    let (_, session) = try await KiiWorld.signedIn(
      0, KiiService(lifetime: nil, givesRefreshTokens: false))
    #expect(session.stored?.expiry == .never)
    let dictionary = try #require(KiiTokens(of: session)?.dictionary)
    #expect(Set(dictionary.keys) == ["access_token", "expires_at"])
    #expect(dictionary["expires_at"] as? Date == .distantFuture)
  }

  @Test("the bearer of the token acts as the user, and a request without it is refused")
  func rights() async throws {
    let token = try await world.alice().accessToken()
    let path = KiiWorld.objectsPath
    let fields = ["x-kii-appid": "app", "x-kii-appkey": "key", "content-type": "application/json"]
    let with = fields.merging(["authorization": "Bearer \(token.reveal())"]) { $1 }
    #expect(try await world.send(path, fields: with, body: "{}").status == 201)
    let without = try await world.send(path, fields: fields, body: "{}")
    #expect(without.status == 401)
    #expect(without.json["errorCode"] == "UNAUTHORIZED")
  }

  @Test("no description contains a token")
  func redacted() async throws {
    let (_, session) = try await KiiWorld.signedIn()
    let token = try await session.accessToken().reveal()
    for text in [
      "\(session)", "\(try #require(session.stored))", "\(KiiTokenSignIn.kiiToken(Secret(token)))",
    ] {
      #expect(!text.contains(token))
    }
  }
}
