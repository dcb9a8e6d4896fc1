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

  @Test("the user of the token is stored with the session, and can be read without a network")
  func user() async throws {
    let token = try await world.alice().accessToken()
    let session = try await world.client.signIn(using: .kiiToken(token), storedAs: "alice")
    #expect(world.kii.requests.count(KiiWorld.mePath) == 1)
    let user = try #require(KiiUser(of: session))
    #expect(user.id == session.account.subject)
    #expect(user.loginName == "alice")
    #expect(user == (try await KiiAccount(session).user()))
    await world.kii.stop()
    let again = try #require(try await world.client.session(named: "alice"))
    #expect(KiiUser(of: again) == user)
    await world.client.signOut(again, .localOnly)
    #expect(KiiUser(of: again) == nil)
  }

  @Test("of a very long user record, only Kii's own fields are stored")
  func longRecord() async throws {
    let token = try await world.alice().accessToken()
    world.kii.answer(
      KiiWorld.mePath,
      with: .standIn(
        json: [
          "userID": "u-alice", "loginName": "alice",
          "notes": .string(String(repeating: "n", count: 20_000)),
        ]))
    let session = try await world.client.signIn(using: .kiiToken(token))
    let user = try #require(KiiUser(of: session))
    #expect(user.loginName == "alice")
    #expect(user.fields.names.sorted() == ["loginName", "userID"])
    #expect(session.account.subject == "u-alice")
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

  @Test("an expiry without a refresh token is stored, and Kii decides when the token expires")
  func tokenAndEnd() async throws {
    let token = try await world.alice().accessToken()
    let end = world.kii.clock.now.addingTimeInterval(60)
    let session = try await world.client.signIn(using: .kiiToken(token, expiresAt: end))
    #expect(KiiTokens(of: session)?.expiresAt == end)
    world.kii.clock.advance(by: .seconds(120))
    #expect(try await KiiAccount(session).user().id == "u-alice")
    #expect(KiiTokens(of: session)?.expiresAt == end)
  }

  @Test("a token with its expiry and its refresh token resumes the session that had them")
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
      #expect(KiiUser(of: session)?.loginName == "alice")
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

  @Test("the tokens of a session can be read as a value and as the dictionary of the old SDK")
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
    // A dictionary of the old SDK has all three values, and signs in with them.
    let old: [AnyHashable: Any] = dictionary
    let taken = try #require(KiiTokens(dictionary: old))
    let over = try await world.client.signIn(using: .kiiTokens(taken), storedAs: "over")
    #expect(over.account == session.account)
    try await over.refresh()

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

  @Test("the bearer of the token acts as its user, in any program, and as no other user")
  func rights() async throws {
    let alice = try await world.alice()
    let bob = try await world.client.signIn(
      using: .kiiPassword("bob", password: StandInUser.bob.password), storedAs: "bob")
    let kept = try await alice.accessToken()
    // Another program has the token and nothing else.
    let other = Client(
      of: world.client.provider, id: "app", store: MemoryTokenStore(), transport: Transports.system
    ) { $0.environment = world.environment }
    let bearer = try await other.signIn(using: .kiiToken(kept))
    let request = try world.request(KiiWorld.objectsPath, .post, type: "application/json")
    let made = try await bearer.data(for: request, body: Data(#"{"a":1}"#.utf8)).1
    let id = try #require(try JSONObject(parsing: [UInt8](made))["objectID"]?.stringValue)
    let object = try world.request("\(KiiWorld.objectsPath)/\(id)")
    #expect(try await alice.data(for: object).0.status == .ok)
    #expect(try await bob.data(for: object).0.status == .notFound)
  }

  @Test("no description, error or log contains a token")
  func redacted() async throws {
    let log = CapturedLog()
    let client = Client(
      of: world.client.provider, id: "app", store: world.store, transport: Transports.system
    ) {
      $0.environment = world.environment
      $0.logger = log.logger
    }
    let first = try await client.signIn(
      using: .kiiPassword("alice", password: StandInUser.alice.password), storedAs: "alice")
    let tokens = try #require(KiiTokens(of: first))
    let session = try await client.signIn(using: .kiiTokens(tokens), storedAs: "alice")
    try await session.refresh()
    world.kii.service.endAllTokens(refreshTokensToo: true)
    // A token that is rejected, a refresh that is refused, and a sign-in with the old tokens.
    let errors = [
      await failure { try await KiiAccount(session).user() },
      await failure { try await session.refresh() },
      await failure { try await client.signIn(using: .kiiTokens(tokens)) },
    ]
    let secrets = [tokens.accessToken, try #require(tokens.refreshToken)].map { $0.reveal() }
    var texts = errors.map { "\(String(describing: $0)) \(String(reflecting: $0))" } + log.all
    texts += ["\(session)", "\(first)", "\(tokens)", "\(KiiTokenSignIn(tokens))"]
    var dumped = ""
    dump(tokens, to: &dumped)
    texts.append(dumped)
    #expect(errors.allSatisfy { $0 != nil })
    #expect(!log.all.isEmpty)
    for text in texts {
      for secret in secrets { #expect(!text.contains(secret)) }
    }
  }
}
