// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The status of a session")
struct SessionStatusTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  @Test("is refreshing while the tokens are replaced, and active again")
  func refreshing() async throws {
    let session = try await provider.session(in: store)
    let gate = provider.gate(at: "/token")
    #expect(session.status == .active)
    let refresh = Task { try await session.refresh() }
    await gate.arrived()
    #expect(session.status == .refreshing)
    gate.open()
    try await refresh.value
    #expect(session.status == .active)
  }

  @Test("is stale while the issuer is not reached, and is reported to subscribers")
  func stale() async throws {
    let session = try await provider.session(in: store)
    var statuses = session.statuses.makeAsyncIterator()
    #expect(await statuses.next() == .active)
    let offline = OAuthError.unreachable(.connectionFailed, "The cable is out.")
    provider.script("/token") { _, _ throws(OAuthError) in throw offline }
    _ = await failure { try await session.refresh() }
    #expect(session.status == .stale(offline))
    #expect(await statuses.next() == .stale(offline))
    provider.script("/token") { _, _ throws(OAuthError) in nil }
    try await session.refresh()
    #expect(await statuses.next() == .active)
    await session.signOut()
    #expect(await statuses.next() == .ended(.signedOut))
    #expect(await statuses.next() == nil)
  }

  @Test("reports to a late subscriber how the session ended")
  func late() async throws {
    let session = try await provider.session(in: store)
    await session.signOut()
    let statuses = await session.statuses.reduce(into: []) { $0.append($1) }
    #expect(statuses == [.ended(.signedOut)])
  }

  @Test("reports an expired refresh token when the server refuses it")
  func refreshTokenExpired() async throws {
    provider.change { $0.reply = { $0["refresh_expires_in"] = 700 } }
    let session = try await provider.session(in: store)
    provider.change { $0.refreshToken = "forgotten" }
    provider.clock.advance(701)
    let error = await failure { try await session.accessToken() }
    #expect(error?.errorClass == .sessionEnded(.refreshTokenExpired))
  }

  @Test("does not end by the local clock alone: an expired refresh token is still sent")
  func refreshTokenPastItsEnd() async throws {
    provider.change { $0.reply = { $0["refresh_expires_in"] = 700 } }
    let session = try await provider.session(in: store)
    provider.clock.jump(10 * 365 * 86_400)
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(session.status == .active)
  }

  @Test("is not ended by a response with Retry-After, which is obeyed")
  func patience() async throws {
    let session = try await provider.session(in: store)
    provider.script("/token") { _, _ throws(OAuthError) in
      (HTTPResponse(status: .init(code: 503), headerFields: [.retryAfter: "60"]), Data())
    }
    provider.clock.advance(601)
    for _ in 1...10 {
      let error = await failure { try await session.accessToken() }
      #expect(error?.errorClass == .transient(retryAfter: .seconds(60)))
    }
    let asked = provider.refreshes
    #expect(asked == 1)
    provider.script("/token") { _, _ throws(OAuthError) in nil }
    provider.clock.advance(60)
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test("reports the remaining time of the clock by which the token expires first")
  func remaining() async throws {
    let session = try await provider.session(in: store)
    provider.clock.advance(100)
    #expect(session.remaining == .seconds(500))
    provider.clock.jump(-3600)
    #expect(session.remaining == .seconds(500))
    provider.clock.jump(3700)
    #expect(session.remaining == .seconds(400))
  }

  @Test("distinguishes an unknown expiry from one that never comes")
  func expiries() async throws {
    provider.change { $0.reply = { $0["expires_in"] = nil } }
    let unknown = try await provider.session(in: store)
    #expect(unknown.stored?.expiry == .unknown)
    #expect(unknown.remaining == nil)
    var stored = try #require(unknown.stored)
    stored.expiry = .never
    #expect(try StoredSession(json: stored.json).expiry == .never)
    let never = provider.live(stored, in: store)
    provider.clock.advance(1e9)
    #expect(try await never.accessToken().reveal() == "at-1")
    #expect(try await unknown.accessToken().reveal() == "at-1")
    #expect(provider.forms("/token").count == 1)
  }

  @Test("uses the provider's own leeway where it has one")
  func leeway() async throws {
    var stored = try #require(try await provider.session(in: store).stored)
    stored.leeway = 300
    try await store.save(stored)
    let session = provider.live(stored, in: store)
    provider.clock.advance(299)
    #expect(try await session.accessToken().reveal() == "at-1")
    provider.clock.advance(1)
    #expect(try await session.accessToken().reveal() == "at-2")
    #expect(session.stored?.leeway == 300)
  }
}
