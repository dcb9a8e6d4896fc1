// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The note that a refresh was begun")
struct RefreshMarkerTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  private func refreshes() -> Int {
    provider.forms("/token").count { $0["grant_type"] == "refresh_token" }
  }

  /// A session whose program was stopped between the request and storing the answer, some time ago.
  private func cutOff(
    secondsAgo: TimeInterval, tokensReachedServer: Bool = true
  ) async throws -> Session {
    var stored = try #require(try await provider.session(in: store).stored)
    stored.refreshMarker = RefreshMarker(
      startedAt: provider.clock.now.addingTimeInterval(-secondsAgo))
    try await store.save(stored)
    return provider.live(stored, in: store)
  }

  @Test("is in the store before the refresh token is sent, and gone with the new tokens")
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

  @Test("that cannot be written keeps the refresh token from being spent")
  func unwritable() async throws {
    let store = FullDisk()
    let session = try await provider.session(in: store)
    provider.clock.advance(580)
    store.isFull = true
    // The token that lasts is used all the same.
    #expect(try await session.accessToken().reveal() == "at-1")
    #expect(session.status == .stale(.unreachable(.storeFailed, "")))
    provider.clock.advance(20)
    #expect(await failure { try await session.accessToken() }?.errorClass == .storageUnavailable)
    #expect(refreshes() == 0)
    store.isFull = false
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(session.status == .active)
  }

  // attack: C-42
  @Test("makes the next program ask at once, though the access token is good for long")
  func recovery() async throws {
    let session = try await cutOff(secondsAgo: 5)
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(refreshes() == 1)
    #expect(try await store.session(session.account)?.refreshMarker == nil)
  }

  @Test("does not hurry anybody when the issuer's window is over")
  func late() async throws {
    let session = try await cutOff(secondsAgo: 61)
    #expect(try await session.accessToken().reveal() == "at-1")
    #expect(refreshes() == 0)
    provider.clock.advance(590)
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test("makes the next program ask once, and use the good token if that does not work")
  func recoveryOffline() async throws {
    let session = try await cutOff(secondsAgo: 5)
    provider.script("/token") { _, _ throws(OAuthError) in
      throw .unreachable(.connectionFailed, "The cable is out.")
    }
    for _ in 1...5 { #expect(try await session.accessToken().reveal() == "at-1") }
    // One refresh of three tries, not five.
    #expect(refreshes() == 3)
    #expect(try await store.session(session.account)?.refreshMarker?.attempts == 2)
  }

  // attack: C-42
  @Test("tells the person why the session is over, when the issuer gives no second answer")
  func lost() async throws {
    let session = try await cutOff(secondsAgo: 5)
    provider.change { $0.refreshToken = "the-one-that-was-lost" }
    let error = await failure { try await session.accessToken() }
    #expect(error?.errorClass == .sessionEnded(.outcomeUnknown))
    #expect(session.status == .ended(.outcomeUnknown))
    #expect(try await store.session(session.account) == nil)
  }

  enum Answer: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case invalidClient, unavailable, brokenOff, silence

    var testDescription: String { rawValue }
    /// Whether the issuer may have spent the refresh token.
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
    "is taken back when the issuer answered, and stays when nobody knows",
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
