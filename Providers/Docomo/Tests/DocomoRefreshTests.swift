// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

@Suite("Refreshing docomo's tokens")
struct DocomoRefreshTests {
  @Test("a reply without a refresh token keeps the old one, and its lifetime may be a text")
  func keepsOldRefreshToken() async throws {
    var rules = DocomoRules()
    rules.refreshTokens = .first
    let (site, session) = try await DocomoSite.signedIn(rules)
    let first = try #require(session.stored?.refreshToken)
    for _ in 0..<2 {
      site.clock.advance(by: .seconds(3600))
      _ = try await session.accessToken()
      #expect(session.stored?.refreshToken?.matches(first) == true)
      #expect(session.remaining == .seconds(3600))
    }
    #expect(try site.tokenForm["grant_type"] == "refresh_token")
    #expect(try site.tokenForm["scope"] == nil)
  }

  @Test("a reply with a refresh token replaces the old one")
  func takesNewRefreshToken() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    let first = try #require(session.stored?.refreshToken)
    for _ in 0..<3 {
      site.clock.advance(by: .seconds(3600))
      _ = try await session.accessToken()
    }
    #expect(session.stored?.refreshToken?.matches(first) == false)
    #expect(session.stored?.generation == 4)
  }

  @Test(
    "with 61 seconds left a call uses the token, with 59 seconds left it refreshes first",
    arguments: [(61, 0), (59, 1)])
  func leeway(left: Int, refreshes: Int) async throws {
    let (site, session) = try await DocomoSite.signedIn()
    let before = try await session.accessToken()
    site.clock.advance(by: .seconds(3600 - left))
    #expect(session.remaining == .seconds(left))
    _ = try await site.photos(of: session).capacity()
    #expect(site.count(DocomoSite.token) == 1 + refreshes)
    let sent = try #require(site.standIn.received(DocomoSite.capacity).first)
    let isSame = sent.head.headerFields[.authorization] == "Bearer \(before.reveal())"
    #expect(isSame == (refreshes == 0))
  }

  @Test("an explicit refresh is sent while the token is valid, and is saved")
  func explicit() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    let before = try await session.accessToken()
    #expect(session.remaining == .seconds(3600))
    try await session.refresh()
    #expect(site.count(DocomoSite.token) == 2)
    let after = try await session.accessToken()
    #expect(!after.matches(before))
    #expect(try await after.matches(#require(site.store.sessions().first?.accessToken)))
  }

  @Test(
    "the remaining lifetime is in seconds, and is zero if the expiry is unknown or has passed")
  func remaining() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    site.clock.advance(by: .seconds(100))
    #expect(session.remaining == .seconds(3500))
    site.clock.advance(by: .seconds(4000))
    #expect(session.remaining == .zero)
    var rules = DocomoRules()
    rules.lifetime = nil
    #expect(try await DocomoSite(rules).session().remaining == .zero)
  }

  @Test("concurrent calls share one refresh")
  func parallel() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    site.clock.advance(by: .seconds(3600))
    let photos = try site.photos(of: session)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try await photos.capacity() } }
      try await group.waitForAll()
    }
    #expect(site.count(DocomoSite.token) == 2)
    #expect(site.count(DocomoSite.capacity) == 20)
  }

  @Test("a refresh without a refresh token is an error of its own, and nothing is sent")
  func noRefreshToken() async throws {
    var rules = DocomoRules()
    rules.refreshTokens = .never
    let (site, session) = try await DocomoSite.signedIn(rules)
    let explicit = await failure { try await session.refresh() }
    #expect(explicit.flatMap { DocomoErrorReason($0) } == .noRefreshToken)
    site.clock.advance(by: .seconds(3600))
    let spent = await site.capacityFailure(session)
    #expect(spent.flatMap { DocomoErrorDomain($0) } == .authentication)
    #expect(site.count(DocomoSite.token) == 1)
    #expect(site.count(DocomoSite.capacity) == 0)
    #expect(try await site.store.sessions().count == 1)
  }

  @Test("the access token can be read, and used without this library")
  func tokenItself() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    var request = try HTTPRequest(.get, at: site.standIn.url + DocomoSite.capacity)
    let token = try await session.accessToken().reveal()
    request.headerFields[.authorization] = "Bearer \(token)"
    let answer = try await Transports.system.send(request, body: Data(), limit: .standard)
    #expect(answer.head.status == .ok)
  }
}
