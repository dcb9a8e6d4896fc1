// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import CoatcheckStoreTesting
import TestKit

@Suite("A docomo session under a store key")
struct DocomoStoreKeyTests {
  typealias Keychain = RecordTokenStore<KeychainRecords<KeychainStandIn>>

  @Test("is used without asking anybody as long as it is good")
  func storedAndGood() async throws {
    let site = try await DocomoSite()
    let store = MemoryTokenStore()
    let first = try await site.session(in: store)
    let again = try await site.client(in: store, agent: NoUserAgent())
      .signIn(scopes: Scope.docomo, storedAs: "main")
    #expect(try await again.accessToken().matches(first.accessToken()))
    #expect(site.count(DocomoSite.token) == 1)
    #expect(site.signIns == 1)
  }

  @Test("another key is another person")
  func twoKeys() async throws {
    let site = try await DocomoSite()
    let store = MemoryTokenStore()
    let one = try await site.session(in: store, storedAs: "one")
    let two = try await site.session(in: store, storedAs: "two")
    #expect(site.signIns == 2)
    #expect(try await !one.accessToken().matches(two.accessToken()))
  }

  @Test("is refreshed when it is about to end, and saved under the same key")
  func refreshedWhenStored() async throws {
    let site = try await DocomoSite()
    let store = MemoryTokenStore()
    let first = try await site.session(in: store)
    let before = try await first.accessToken()
    site.clock.advance(by: .seconds(3541))
    let client = try site.client(in: store, agent: NoUserAgent())
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
    RecordTokenStore(
      try KeychainRecords(keychain, lockDirectory: folder.path, accessibility: accessibility))
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

  struct Refusal: Sendable, CustomTestStringConvertible {
    let error: String
    let status: Int
    var testDescription: String { error }
  }

  static let refusals = [
    Refusal(error: "invalid_grant", status: 400), Refusal(error: "invalid_request", status: 400),
    Refusal(error: "unauthorized_client", status: 400),
    Refusal(error: "unsupported_grant_type", status: 400),
    Refusal(error: "invalid_scope", status: 400),
  ]

  @Test("a refresh that is refused within signIn starts a sign-in", arguments: refusals)
  func refusedWithinSignIn(_ row: Refusal) async throws {
    let site = try await DocomoSite()
    let store = MemoryTokenStore()
    _ = try await site.session(in: store)
    site.clock.advance(by: .seconds(3600))
    // Who gets the turn to ask the person looks once more whether that is needed..
    let refusal = ServedResponse.standIn(.init(code: row.status), error: row.error)
    let times = row.error == "invalid_grant" ? 1 : 2
    site.standIn.answer(DocomoSite.token, with: refusal, times: times)
    let again = try await site.session(in: store)
    #expect(site.signIns == 2)
    let kept = try await store.sessions()
    #expect(kept.count == 1)
    #expect(try await again.accessToken().matches(#require(kept.first?.accessToken)))
  }

  @Test("a refresh that is refused because of the client is told: no sign-in would mend it")
  func wrongClient() async throws {
    let site = try await DocomoSite()
    let store = MemoryTokenStore()
    _ = try await site.session(in: store)
    site.clock.advance(by: .seconds(3600))
    site.standIn.answer(DocomoSite.token, with: .standIn(.unauthorized, error: "invalid_client"))
    let error = await docomoFailure { try await site.session(in: store) }
    #expect(error.flatMap { DocomoErrorReason($0) } == .invalidClient)
    #expect(site.signIns == 1)
    #expect(try await store.sessions().count == 1)
  }

  @Test("without a refresh token a spent session starts a sign-in")
  func nothingToRefresh() async throws {
    var rules = DocomoRules()
    rules.refreshTokens = .never
    let site = try await DocomoSite(rules)
    let store = MemoryTokenStore()
    _ = try await site.session(in: store)
    site.clock.advance(by: .seconds(3600))
    _ = try await site.session(in: store)
    #expect(site.signIns == 2)
  }

  @Test("a refresh that is refused within a call removes what is stored, and the call is not made")
  func refusedWithinCall() async throws {
    let site = try await DocomoSite()
    let store = MemoryTokenStore()
    let session = try await site.session(in: store)
    site.standIn.service.revokeAll(refreshToo: true)
    site.clock.advance(by: .seconds(3600))
    let error = await docomoFailure(PhotoColleError.self) {
      try await site.photos(of: session).capacity()
    }
    guard case .session(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.code == .sessionEnded)
    #expect(DocomoErrorReason(cause) == .invalidGrant)
    #expect(error.flatMap { DocomoErrorDomain($0) } == .authentication)
    #expect(try await store.sessions().isEmpty)
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

  @Test("nobody is signed out by a network or a server in trouble", arguments: troubles)
  func trouble(_ row: Problem) async throws {
    let site = try await DocomoSite()
    let store = MemoryTokenStore()
    let session = try await site.session(in: store)
    site.clock.advance(by: .seconds(3600))
    if let answer = row.answer {
      site.standIn.answer(DocomoSite.token, with: answer(), times: 3)
    } else {
      await site.standIn.stop()
    }
    let error = await docomoFailure(PhotoColleError.self) {
      try await site.photos(of: session).capacity()
    }
    #expect(error.flatMap { DocomoErrorDomain($0) } == row.domain)
    #expect(try await store.sessions().count == 1)
    // Neither is somebody who asks to be signed in.
    if row.answer == nil {
      let again = try await site.client(in: store, agent: NoUserAgent())
        .signIn(scopes: Scope.docomo, storedAs: "main")
      #expect(again.account == session.account)
      let back = try await site.standIn.restarted()
      #expect(try await again.accessToken().reveal().hasPrefix("at-"))
      await back.stop()
    } else {
      _ = try await site.photos(of: session).capacity()
      await site.standIn.stop()
    }
    #expect(try await store.sessions().count == 1)
  }
}
