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
    // The caller that may start the sign-in checks once more whether it is needed.
    let refusal = ServedResponse.standIn(.badRequest, error: code)
    let times = code == "invalid_grant" ? 1 : 2
    site.standIn.answer(DocomoSite.token, with: refusal, times: times)
    let again = try await site.session()
    #expect(site.signIns == 2)
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
    "a refresh that is refused within a call removes the stored session, and the call is not made")
  func refusedWithinCall() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    site.standIn.service.revokeAll(refreshToo: true)
    site.clock.advance(by: .seconds(3600))
    let error = await site.capacityFailure(session)
    guard case .session(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.code == .sessionEnded)
    #expect(DocomoErrorReason(cause) == .invalidGrant)
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

  @Test("a failing network or server does not end the session", arguments: troubles)
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
      _ = try await site.photos(of: session).capacity()
      await site.standIn.stop()
    }
    #expect(try await site.store.sessions().count == 1)
  }
}
