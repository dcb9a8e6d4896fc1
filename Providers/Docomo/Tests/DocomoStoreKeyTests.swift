// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import CoatcheckStoreTesting
import TestKit

@Suite("A docomo session under a store key")
struct DocomoStoreKeyTests {
  typealias Keychain = RecordTokenStore<KeychainRecords<KeychainStandIn>>

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

  private func keychain(
    _ keychain: KeychainStandIn, _ accessibility: KeychainAccessibility, _ folder: Folder
  ) throws -> Keychain {
    var records = try KeychainRecords(keychain, lockDirectory: folder.path)
    records.accessibility = accessibility
    return RecordTokenStore(records)
  }

  @Test(
    "keeps the accessibility it was saved with through refreshes",
    arguments: DocomoAccessibility.allCases)
  func accessibility(_ word: DocomoAccessibility) async throws {
    let site = try await DocomoSite()
    let (items, folder) = (KeychainStandIn(), try Folder())
    let chosen = word.accessibility
    _ = try await site.session(in: keychain(items, chosen, folder))
    site.clock.advance(by: .seconds(3600))
    // Another program, which would choose another class for sessions of its own.
    let other = try keychain(items, .whenPasscodeSetThisDeviceOnly, folder)
    let client = try site.client(in: other, agent: NoUserAgent())
    let session = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
    try await session.refresh()
    #expect(site.count(DocomoSite.token) == 3)
    #expect(try await other.accessibility(of: session.account) == chosen.effective)
    try await other.setAccessibility(.whenUnlocked, of: session.account)
    try await session.refresh()
    #expect(try await other.accessibility(of: session.account) == .whenUnlocked)
    #expect(items.items.count == 1)
  }

  @Test("is saved in the class that the sign-in names, or in the one of its store")
  func accessibilityOfCall() async throws {
    let site = try await DocomoSite()
    let (items, folder) = (KeychainStandIn(), try Folder())
    let store = RecordTokenStore(try KeychainRecords(items, lockDirectory: folder.path))
    let client = try site.client(in: store)
    func signIn(_ key: String, _ accessibility: KeychainAccessibility?) async throws -> Session {
      try await client.signIn(
        scopes: Scope.docomo, storedAs: key, accessibility: accessibility)
    }
    let standard = try await signIn("standard", nil)
    let chosen = try await signIn("chosen", .whenUnlocked)
    #expect(
      try await store.accessibility(of: standard.account) == .afterFirstUnlockThisDeviceOnly)
    #expect(try await store.accessibility(of: chosen.account) == .whenUnlocked)
    // A refresh keeps the class; so does a call that names none.
    site.clock.advance(by: .seconds(3600))
    _ = try await signIn("chosen", nil)
    #expect(try await store.accessibility(of: chosen.account) == .whenUnlocked)
    // The class of a later call counts from then on, without a sign-in.
    _ = try await signIn("chosen", .afterFirstUnlock)
    #expect(try await store.accessibility(of: chosen.account) == .afterFirstUnlock)
    #expect(site.signIns == 2)
    try await chosen.refresh()
    #expect(try await store.accessibility(of: chosen.account) == .afterFirstUnlock)
    let kept = try await client.keep(
      chosen, storedAs: "kept", accessibility: .whenUnlockedThisDeviceOnly)
    #expect(try await store.accessibility(of: kept.account) == .whenUnlockedThisDeviceOnly)
    try await kept.refresh()
    #expect(try await store.accessibility(of: kept.account) == .whenUnlockedThisDeviceOnly)
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

  @Test("the words that were stored beside the tokens mean Apple's classes")
  func accessibilityWords() {
    let words = DocomoAccessibility.allCases.map(\.rawValue)
    #expect(
      words == [
        "WHEN_UNLOCKED", "AFTER_FIRST_UNLOCK", "ALWAYS", "WHEN_UNLOCKED_THIS_DEVICE_ONLY",
        "AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY", "ALWAYS_THI_SDEVICE_ONLY",
      ])
    #expect(DocomoAccessibility(rawValue: "ALWAYS")?.accessibility.effective == .afterFirstUnlock)
    #expect(
      DocomoAccessibility(rawValue: "ALWAYS_THI_SDEVICE_ONLY")?.accessibility.effective
        == .afterFirstUnlockThisDeviceOnly)
    #expect(DocomoAccessibility(rawValue: "SOMETIMES") == nil)
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
