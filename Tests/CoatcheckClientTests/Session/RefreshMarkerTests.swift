// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The refresh marker")
struct RefreshMarkerTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  /// A session whose program ended, some time ago, after the refresh request and before storing the
  /// response.
  private func cutOff(
    secondsAgo: TimeInterval, tokensReachedServer: Bool = true
  ) async throws -> Session {
    var stored = try #require(try await provider.session(in: store).stored)
    stored.refreshMarker = RefreshMarker(
      startedAt: provider.clock.now.addingTimeInterval(-secondsAgo))
    try await store.save(stored)
    return provider.live(stored, in: store)
  }

  @Test("is in the store before the refresh token is sent, and is removed with the new tokens")
  func writeAhead() async throws {
    let session = try await provider.session(in: store)
    let seen = Mutex<RefreshMarker?>(nil)
    provider.script("/token") { [store, account = session.account] _, _ throws(OAuthError) in
      let marker = try await store.session(account)?.refreshMarker
      seen.withLock { $0 = marker }
      return nil
    }
    try await session.refresh()
    #expect(seen.withLock { $0 } == RefreshMarker(startedAt: provider.clock.now))
    #expect(try await store.session(session.account)?.refreshMarker == nil)
    #expect(session.stored?.refreshMarker == nil)
  }

  @Test("that cannot be written keeps the refresh token from being used")
  func unwritable() async throws {
    let store = FullDisk()
    let session = try await provider.session(in: store)
    provider.clock.advance(580)
    store.isFull = true
    // The access token is still valid, so it is used.
    #expect(try await session.accessToken().reveal() == "at-1")
    #expect(session.status == .stale(.unreachable(.storeFailed, "")))
    provider.clock.advance(20)
    #expect(await failure { try await session.accessToken() }?.errorClass == .storageUnavailable)
    #expect(provider.refreshes == 0)
    store.isFull = false
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(session.status == .active)
  }

  // attack: C-42
  @Test("makes the next program refresh at once, though the access token is still valid")
  func recovery() async throws {
    let session = try await cutOff(secondsAgo: 5)
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(provider.refreshes == 1)
    #expect(try await store.session(session.account)?.refreshMarker == nil)
  }

  @Test("does not cause a refresh at once when it is older than a minute")
  func late() async throws {
    let session = try await cutOff(secondsAgo: 61)
    #expect(try await session.accessToken().reveal() == "at-1")
    #expect(provider.refreshes == 0)
    provider.clock.advance(590)
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test("makes the next program refresh once, and use the valid token if that fails")
  func recoveryOffline() async throws {
    let session = try await cutOff(secondsAgo: 5)
    provider.cut("/token")
    for _ in 1...5 { #expect(try await session.accessToken().reveal() == "at-1") }
    // One refresh with three attempts, not five refreshes.
    #expect(provider.refreshes == 3)
    #expect(try await store.session(session.account)?.refreshMarker?.attempts == 2)
  }

  // attack: C-42
  @Test("reports why the session ended, when the issuer sends no second response")
  func lost() async throws {
    let session = try await cutOff(secondsAgo: 5)
    provider.change { $0.refreshToken = "the-one-that-was-lost" }
    await expectError(class: .sessionEnded(.outcomeUnknown)) { try await session.accessToken() }
    #expect(session.status == .ended(.outcomeUnknown))
    #expect(try await store.session(session.account) == nil)
  }

  enum Answer: String, CaseIterable, Sendable {
    case invalidClient, unavailable, brokenOff, silence
    /// Whether the authorization server may have used the refresh token.
    var leavesDoubt: Bool { self == .brokenOff || self == .silence }

    func give() throws(OAuthError) -> FakeProvider.Answer {
      switch self {
      case .invalidClient: FakeProvider.refusal("invalid_client")
      case .unavailable: FakeProvider.refusal("server_error", status: 503)
      case .brokenOff: (HTTPResponse(status: .ok), Data(#"{"access_token":"at-2","#.utf8))
      case .silence: throw .unreachable(.timedOut, "The peer did not answer.")
      }
    }
  }

  @Test(
    "is removed when the issuer responded, and stays when the outcome is unknown",
    arguments: Answer.allCases)
  func outcome(_ answer: Answer) async throws {
    let session = try await provider.session(in: store)
    provider.script("/token") { _, _ throws(OAuthError) in try answer.give() }
    _ = await failure { try await session.refresh() }
    let marker = try await store.session(session.account)?.refreshMarker
    #expect((marker != nil) == answer.leavesDoubt)
  }

  @Test("survives being stored")
  func stored() async throws {
    var stored = try #require(try await provider.session().stored)
    stored.refreshMarker = RefreshMarker(
      startedAt: Date(timeIntervalSince1970: 1_700_000_123.25), attempts: 3)
    #expect(try StoredSession(json: stored.json).refreshMarker == stored.refreshMarker)
  }
}
