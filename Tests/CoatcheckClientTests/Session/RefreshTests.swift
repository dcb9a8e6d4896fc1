// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A refresh")
struct RefreshTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  // attack: C-38
  @Test("without a new refresh token keeps the old one")
  func withoutRefreshToken() async throws {
    let session = try await provider.session(in: store)
    provider.change { $0.reply = { $0["refresh_token"] = nil } }
    try await session.refresh()
    #expect(try await store.session(session.account)?.refreshToken?.reveal() == "rt-1")
    #expect(try await store.session(session.account)?.accessToken.reveal() == "at-2")
  }

  // attack: C-38
  @Test("with a new refresh token never presents the old one again")
  func newRefreshToken() async throws {
    let session = try await provider.session(in: store)
    for _ in 1...3 { try await session.refresh() }
    let presented = provider.forms("/token").compactMap { $0["refresh_token"] }
    #expect(presented == ["rt-1", "rt-2", "rt-3"])
    let stored = try #require(await store.session(session.account))
    #expect(stored.refreshToken?.reveal() == "rt-4")
    #expect(stored.generation == 4)
  }

  static let mismatches: [Case<@Sendable (inout JSONObject) -> Void>] = [
    Case("of another issuer") { $0["iss"] = "https://other.example" },
    Case("about another user") { $0["sub"] = "mallory" },
    Case("for another client") { $0["aud"] = "other" },
    Case("of an earlier sign-in") { $0["auth_time"] = 1_600_000_000 },
  ]

  // attack: C-39
  @Test("with an ID token of another session is refused as a whole", arguments: mismatches)
  func foreignIDToken(_ row: Case<@Sendable (inout JSONObject) -> Void>) async throws {
    let session = try await provider.session(in: store)
    let before = try #require(await store.session(session.account))
    provider.change { $0.claims = row.value }
    #expect(await failure { try await session.refresh() }?.outcome == .unreadable)
    let after = try #require(await store.session(session.account))
    #expect(after.json == before.json)
    #expect(try await session.accessToken().reveal() == "at-1")
  }

  @Test("keeps the tokens when the keys for the new ID token cannot be fetched")
  func keysOffline() async throws {
    let stored = try #require(try await provider.session(in: store).stored)
    provider.cut("/jwks")
    let session = provider.live(stored, in: store)
    try await session.refresh()
    let after = try #require(await store.session(session.account))
    #expect(after.refreshToken?.reveal() == "rt-2")
    #expect(after.idToken?.matches(try #require(stored.idToken)) == true)
  }

  enum Problem: String, CaseIterable, Sendable {
    case reset, silence, status500, status503, status429

    func answer() throws(OAuthError) -> FakeProvider.Answer {
      switch self {
      case .reset: throw .unreachable(.connectionFailed, "The peer closed the connection.")
      case .silence: throw .unreachable(.timedOut, "The peer did not answer.")
      case .status500: return (HTTPResponse(status: .init(code: 500)), Data())
      // A 503 can come from a proxy, so its error code does not count.
      case .status503: return FakeProvider.refusal("invalid_grant", status: 503)
      case .status429:
        return (HTTPResponse(status: .init(code: 429), headerFields: [.retryAfter: "3"]), Data())
      }
    }
  }

  // attack: C-43
  @Test(
    "that fails temporarily is tried three times and keeps the session", arguments: Problem.allCases
  )
  func trouble(_ trouble: Problem) async throws {
    let session = try await provider.session(in: store)
    let events = Events(session)
    provider.clock.advance(601)
    let before = provider.count("/token")
    provider.script("/token") { _, _ throws(OAuthError) in try trouble.answer() }
    let error = await failure { try await session.accessToken() }
    #expect(error?.isTransient == true)
    #expect(provider.count("/token") == before + 3)
    #expect(try await store.session(session.account)?.refreshToken?.reveal() == "rt-1")
    let pauses = provider.clock.slept
    #expect(pauses.count == 2)
    if trouble == .status429 {
      #expect(pauses == [.seconds(3), .seconds(3)])
    } else {
      #expect(pauses.allSatisfy { (Duration.milliseconds(250)...(.seconds(1))).contains($0) })
    }
    #expect(session.status == .stale(try #require(error)))
    // After the failure, and after the pause of Retry-After, the session is refreshed.
    provider.clock.advance(3)
    provider.script("/token") { _, _ throws(OAuthError) in nil }
    #expect(try await session.accessToken().reveal() == "at-2")
    await session.signOut()
    #expect(
      await events.all() == [
        .obtained(generation: 1), .failed(try #require(error)), .refreshed(generation: 2),
        .signedOut,
      ])
  }

  // attack: C-43
  @Test("that is refused as invalid_grant ends the session, and reports it once")
  func invalidGrant() async throws {
    let session = try await provider.session(in: store)
    let events = Events(session)
    provider.change { $0.refreshToken = "another" }
    provider.clock.advance(601)
    for _ in 1...3 {
      #expect(await failure { try await session.accessToken() } == .refused(.sessionEnded, ""))
    }
    #expect(try await store.session(session.account) == nil)
    #expect(provider.refreshes == 1)
    let ended = OAuthError.refused(.sessionEnded, "")
    #expect(await events.all() == [.obtained(generation: 1), .lost(ended)])
  }

  @Test(
    "that fails because of the client's configuration keeps the session",
    arguments: ["invalid_client", "unauthorized_client", "invalid_scope"])
  func configuration(_ code: String) async throws {
    let session = try await provider.session(in: store)
    provider.script("/token") { _, _ throws(OAuthError) in FakeProvider.refusal(code) }
    provider.clock.advance(601)
    #expect(await failure { try await session.accessToken() }?.code.rawValue == code)
    #expect(try await store.session(session.account) != nil)
  }

  @Test("that fails early leaves the token in use until it expires")
  func earlyFailure() async throws {
    let session = try await provider.session(in: store)
    provider.cut("/token")
    provider.clock.advance(580)
    #expect(try await session.accessToken().reveal() == "at-1")
    #expect(provider.refreshes == 3)
    provider.clock.advance(20)
    #expect(await failure { try await session.accessToken() }?.code == .connectionFailed)
  }

  @Test("whose tokens cannot be stored stores them later, before it sends another request")
  func unsaved() async throws {
    let store = FullDisk()
    let session = try await provider.session(in: store)
    provider.clock.advance(601)
    store.isFull = true
    #expect(await failure { try await session.accessToken() }?.code == .storeFailed)
    store.isFull = false
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(try await store.session(session.account)?.refreshToken?.reveal() == "rt-2")
    #expect(provider.refreshes == 1)
  }

  @Test("adopts what another program has stored meanwhile")
  func adoption() async throws {
    let session = try await provider.session(in: store)
    let other = provider.live(try #require(session.stored), in: store)
    provider.clock.advance(601)
    try await other.refresh()
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(provider.refreshes == 1)
  }

  @Test("detects that the session was signed out elsewhere")
  func signedOutElsewhere() async throws {
    let session = try await provider.session(in: store)
    await provider.live(try #require(session.stored), in: store).signOut()
    provider.clock.advance(601)
    #expect(await failure { try await session.accessToken() } == .refused(.sessionEnded, ""))
    #expect(provider.refreshes == 0)
  }
}
