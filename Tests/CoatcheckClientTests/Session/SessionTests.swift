// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A session")
struct SessionTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  @Test("returns a valid token without a request, and refreshes it before it expires")
  func leeway() async throws {
    let session = try await provider.session(in: store)
    let before = provider.total
    provider.clock.advance(569)
    #expect(try await session.accessToken().reveal() == "at-1")
    #expect(session.remaining == .seconds(31))
    #expect(provider.total == before)
    provider.clock.advance(1)
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test("uses a token of twenty seconds for ten seconds")
  func shortLife() async throws {
    provider.change { $0.lifetime = 20 }
    let session = try await provider.session(in: store)
    provider.clock.advance(9)
    #expect(try await session.accessToken().reveal() == "at-1")
    provider.clock.advance(1)
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test("without a refresh token is used until its access token expires")
  func withoutRefreshToken() async throws {
    provider.change { $0.reply = { $0["refresh_token"] = nil } }
    let session = try await provider.session(in: store)
    provider.clock.advance(599)
    #expect(try await session.accessToken().reveal() == "at-1")
    provider.clock.advance(1)
    // The local clock alone does not sign the user out.
    #expect(await failure { try await session.accessToken() }?.errorClass == .interactionRequired)
    #expect(try await store.session(session.account) != nil)
    #expect(provider.refreshes == 0)
  }

  // The compiler does not always return to the caller's actor when a function that runs there rethrows an
  // error.
  @Test("that cannot return a token throws on the caller's actor")
  func returnsToTheActor() async throws {
    provider.change { $0.reply = { $0["refresh_token"] = nil } }
    let session = try await provider.session(in: store)
    provider.clock.advance(600)
    #expect(await QueueActor().isHere(afterErrorOf: session) == true)
  }

  @Test("replaces a rejected token and sends the request once more")
  func retry() async throws {
    let session = try await provider.session(in: store)
    provider.change { $0.generation = 5 }
    let (response, data) = try await session.data(for: provider.api)
    #expect(response.status == .ok)
    #expect(String(decoding: data, as: UTF8.self) == #"{"ok":true}"#)
    #expect(provider.count("/api") == 2)
    #expect(provider.refreshes == 1)
  }

  // attack: C-52
  @Test("gives up when a fresh token is rejected as well")
  func endlessRejection() async throws {
    let session = try await provider.session(in: store)
    provider.script("/api") { _, _ throws(OAuthError) in FakeProvider.rejection }
    let error = await failure { try await session.data(for: provider.api) }
    #expect(error == .refused(.invalidToken, ""))
    #expect(error?.status == 401)
    #expect(provider.count("/api") == 2)
    #expect(provider.refreshes == 1)
    #expect(try await store.session(session.account) != nil)
  }

  @Test("returns every other response unchanged", arguments: [200, 302, 403, 404, 500])
  func otherAnswers(_ status: Int) async throws {
    let session = try await provider.session(in: store)
    provider.script("/api") { _, _ throws(OAuthError) in
      (
        HTTPResponse(
          status: .init(code: status), headerFields: [.location: "https://evil.example/"]), Data()
      )
    }
    #expect(try await session.data(for: provider.api).0.status.code == status)
    #expect(provider.count("/api") == 1)
    #expect(provider.refreshes == 0)
  }

  @Test("refuses a request which has an Authorization field already")
  func ownAuthorization() async throws {
    let session = try await provider.session(in: store)
    var request = provider.api
    request.headerFields[.authorization] = "Bearer mine"
    #expect(await failure { try await session.data(for: request) }?.outcome == .misused)
    #expect(provider.count("/api") == 0)
  }

  // attack: C-86
  @Test("of one issuer never sends its tokens to another with the same client id")
  func twoIssuers() async throws {
    let other = FakeProvider(issuer: "https://other.example", clock: provider.clock)
    other.change { $0.reply = { $0["refresh_token"] = "other-rt" } }
    let mine = try await provider.session(in: store)
    let theirs = try await other.session(in: store)
    #expect(mine.account != theirs.account)
    #expect(try await store.sessions().count == 2)
    provider.clock.advance(601)
    other.change { $0.refreshToken = "other-rt" }
    _ = try await (mine.accessToken(), theirs.accessToken())
    #expect(provider.forms("/token").compactMap { $0["refresh_token"] } == ["rt-1"])
    #expect(other.forms("/token").compactMap { $0["refresh_token"] } == ["other-rt"])
  }

  // attack: C-89
  @Test("is not affected by a wall clock that is set back an hour")
  func clockSetBack() async throws {
    let session = try await provider.session(in: store)
    provider.clock.jump(-3600)
    #expect(try await session.accessToken().reveal() == "at-1")
    provider.clock.advance(601)
    #expect(try await session.accessToken().reveal() == "at-2")
    for _ in 1...50 { _ = try await session.accessToken() }
    #expect(provider.refreshes == 1)
  }

  // attack: C-89
  @Test("refreshes once when the wall clock is set forward an hour")
  func clockSetForward() async throws {
    let session = try await provider.session(in: store)
    provider.clock.jump(3600)
    for _ in 1...50 { #expect(try await session.accessToken().reveal() == "at-2") }
    #expect(provider.refreshes == 1)
  }

  // attack: C-89
  @Test("that is restored under a clock set back is used for at most its own lifetime")
  func restoredUnderEarlierClock() async throws {
    let stored = try #require(try await provider.session(in: store).stored)
    provider.clock.jump(-3600)
    let session = provider.live(stored, in: store)
    provider.clock.advance(601)
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test("requests UserInfo claims of its own user only")
  func userInfo() async throws {
    let session = try await provider.session(in: store)
    #expect(try await session.userInfo().claims["name"]?.stringValue == "Alice")
    provider.script("/userinfo") { _, _ throws(OAuthError) in
      FakeProvider.json(["sub": "mallory"])
    }
    #expect(await failure { try await session.userInfo() }?.code == .subjectMismatch)
  }

  @Test("reports its events to each subscriber from the subscription on")
  func events() async throws {
    let session = try await provider.session(in: store)
    let early = Events(session)
    try await session.refresh()
    let late = Events(session)
    await session.signOut()
    #expect(await early.all() == [.obtained(generation: 1), .refreshed(generation: 2), .signedOut])
    #expect(await late.all() == [.obtained(generation: 2), .signedOut])
    #expect(await Events(session).all().isEmpty)
  }
}

extension QueueActor {
  fileprivate func isHere(afterErrorOf session: Session) async -> Bool? {
    do {
      _ = try await session.accessToken()
      return nil
    } catch {
      return isHere
    }
  }
}
