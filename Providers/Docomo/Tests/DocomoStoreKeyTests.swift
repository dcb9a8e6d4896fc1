// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import CoatcheckStoreTesting
import TestKit

@Suite("A docomo session under a store key")
struct DocomoStoreKeyTests {
  @Test("is used without a sign-in while its token is valid")
  func storedAndGood() async throws {
    let (site, first) = try await DocomoSite.signedIn()
    let again = try await site.client(agent: NoUserAgent())
      .signIn(scopes: Scope.docomo, storedAs: "main")
    #expect(try await again.accessToken().matches(first.accessToken()))
    #expect(site.count(DocomoSite.token) == 1)
    #expect(site.signIns == 1)
  }

  @Test("another key is another session")
  func twoKeys() async throws {
    let site = try await DocomoSite()
    let one = try await site.session(storedAs: "one")
    let two = try await site.session(storedAs: "two")
    #expect(site.signIns == 2)
    #expect(try await !one.accessToken().matches(two.accessToken()))
  }

  @Test("is refreshed when its token is about to expire, and saved under the same key")
  func refreshedWhenStored() async throws {
    let (site, first) = try await DocomoSite.signedIn()
    let before = try await first.accessToken()
    site.clock.advance(by: .seconds(3541))
    let client = try site.client(agent: NoUserAgent())
    let again = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
    #expect(try await !again.accessToken().matches(before))
    #expect(site.signIns == 1)
    let stored = try await client.sessions()
    #expect(stored.map(\.account.subject) == ["main"])
    #expect(try await again.accessToken().matches(#require(stored.first?.stored?.accessToken)))
  }

  @Test(
    "a sign-in without a key, or with an empty one, loads nothing and saves nothing",
    arguments: [String?.none, ""])
  func noKey(_ key: String?) async throws {
    let records = FaultyRecords(MemoryRecords())
    let store = RecordTokenStore(records)
    let site = try await DocomoSite()
    let stored = try await site.session(in: store)
    let (reads, writes) = (records.calls(of: .read), records.calls(of: .write))
    // The accessibility is ignored then.
    let session = try await site.client(in: store).signIn(
      scopes: Scope.docomo, storedAs: key, accessibility: .whenUnlocked)
    #expect(site.signIns == 2)
    #expect(try await !session.accessToken().matches(stored.accessToken()))
    site.clock.advance(by: .seconds(3600))
    _ = try await site.photos(of: session).capacity()
    #expect(session.stored?.accessibility == nil)
    #expect(records.calls(of: .read) == reads)
    #expect(records.calls(of: .write) == writes)
    #expect(try await store.sessions().map(\.name) == ["main"])
  }

  @Test("is used for the scopes that were requested for it; for others the user signs in again")
  func moreScopes() async throws {
    let site = try await DocomoSite()
    func signIn(_ scopes: [Scope]) async throws {
      _ = try await site.client().signIn(scopes: scopes, storedAs: "main")
    }
    try await signIn([.userid, .photoGetContentsList])
    try await signIn([.userid])
    #expect(site.signIns == 1)
    try await signIn([.userid, .photoUploadContent])
    #expect(site.signIns == 2)
    #expect(try await site.store.sessions().map(\.name) == ["main"])
  }

  @Test(
    "a refresh that is refused within signIn starts a sign-in",
    arguments: [
      "invalid_grant", "invalid_request", "unauthorized_client", "unsupported_grant_type",
      "invalid_scope",
    ])
  func refusedWithinSignIn(_ code: String) async throws {
    let (site, _) = try await DocomoSite.signedIn()
    site.clock.advance(by: .seconds(3600))
    site.standIn.answer(DocomoSite.token, with: .standIn(.badRequest, error: code))
    let again = try await site.session()
    #expect(site.signIns == 2)
    // The first code, one refresh, the second code: the refresh token is sent once.
    #expect(site.count(DocomoSite.token) == 3)
    let kept = try await site.store.sessions()
    #expect(kept.count == 1)
    #expect(try await again.accessToken().matches(#require(kept.first?.accessToken)))
  }

  @Test(
    "a refresh that is refused because of the client is an error, since a sign-in would fail as well"
  )
  func wrongClient() async throws {
    let (site, _) = try await DocomoSite.signedIn()
    site.clock.advance(by: .seconds(3600))
    site.standIn.answer(DocomoSite.token, with: .standIn(.unauthorized, error: "invalid_client"))
    let error = await failure { try await site.session() }
    #expect(error.flatMap { DocomoErrorReason($0) } == .invalidClient)
    #expect(site.signIns == 1)
    #expect(try await site.store.sessions().count == 1)
  }

  @Test("an expired session without a refresh token starts a sign-in")
  func nothingToRefresh() async throws {
    var rules = DocomoRules()
    rules.refreshTokens = .never
    let (site, _) = try await DocomoSite.signedIn(rules)
    site.clock.advance(by: .seconds(3600))
    _ = try await site.session()
    #expect(site.signIns == 2)
  }

  @Test(
    "a refresh that is refused within a call removes the stored session, and the call is not made",
    arguments: [
      ("invalid_grant", DocomoErrorReason.invalidGrant), ("invalid_request", .invalidRequest),
      ("unauthorized_client", .unauthorizedClient),
      ("unsupported_grant_type", .unsupportedGrantType), ("invalid_scope", .invalidScope),
    ])
  func refusedWithinCall(_ code: String, _ reason: DocomoErrorReason) async throws {
    let (site, session) = try await DocomoSite.signedIn()
    if reason == .invalidGrant {
      site.standIn.service.revokeAll(refreshToo: true)
    } else {
      site.standIn.answer(DocomoSite.token, with: .standIn(.badRequest, error: code))
    }
    site.clock.advance(by: .seconds(3600))
    let error = await site.capacityFailure(session)
    guard case .session(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.code == .sessionEnded)
    #expect(DocomoErrorReason(cause) == reason)
    #expect(error.flatMap { DocomoErrorDomain($0) } == .authentication)
    #expect(try await site.store.sessions().isEmpty)
    #expect(site.count(DocomoSite.capacity) == 0)
  }

  struct Problem: Sendable, CustomTestStringConvertible {
    let name: String
    let domain: DocomoErrorDomain
    let answer: (@Sendable () -> ServedResponse)?
    var testDescription: String { name }
  }

  static let troubles = [
    Problem(name: "off the network", domain: .connection, answer: nil),
    Problem(name: "500", domain: .authentication) {
      .standIn(.internalServerError, error: "server_error")
    },
    Problem(name: "503", domain: .authentication) {
      .standIn(.serviceUnavailable, error: "temporarily_unavailable")
    },
    Problem(name: "502 of a proxy", domain: .http) { .standIn(.badGateway, text: "<html>") },
    Problem(name: "a proxy's 500 that quotes a refusal", domain: .http) {
      .standIn(.internalServerError, error: "invalid_grant")
    },
  ]

  // The document removes the token and starts a sign-in here as well. The guide says why this library does not.
  @Test(
    "a failing network or server removes nothing and starts no sign-in", arguments: troubles)
  func trouble(_ row: Problem) async throws {
    let (site, session) = try await DocomoSite.signedIn()
    site.clock.advance(by: .seconds(3600))
    if let answer = row.answer {
      site.standIn.answer(DocomoSite.token, with: answer(), times: 3)
    } else {
      await site.standIn.stop()
    }
    let error = await site.capacityFailure(session)
    #expect(error.flatMap { DocomoErrorDomain($0) } == row.domain)
    #expect(try await site.store.sessions().count == 1)
    // A new call of signIn does not end it either.
    if row.answer == nil {
      let again = try await site.client(agent: NoUserAgent())
        .signIn(scopes: Scope.docomo, storedAs: "main")
      #expect(again.account == session.account)
      let back = try await site.standIn.restarted()
      #expect(try await again.accessToken().reveal().hasPrefix("at-"))
      await back.stop()
    } else {
      let agent = NoUserAgent()
      if let answer = row.answer {
        site.standIn.answer(DocomoSite.token, with: answer(), times: 3)
      }
      let again = try await site.client(agent: agent)
        .signIn(scopes: Scope.docomo, storedAs: "main")
      #expect(again.account == session.account)
      _ = try await site.photos(of: session).capacity()
      await site.standIn.stop()
    }
    #expect(try await site.store.sessions().count == 1)
  }
}
