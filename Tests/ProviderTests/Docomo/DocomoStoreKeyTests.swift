// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckStoreTesting
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing
import TestSupport

@Suite("A docomo session under a store key")
struct DocomoStoreKeyTests {
  typealias Keychain = RecordTokenStore<KeychainRecords<KeychainStandIn>>

  @Test("is used without asking anybody as long as it is good")
  func storedAndGood() async throws {
    try await DocomoSite.with { site in
      let store = MemoryTokenStore()
      let first = try await site.session(in: store)
      let again = try await site.client(in: store, agent: NobodyHere())
        .signIn(scopes: Scope.docomo, storedAs: "main")
      #expect(try await again.accessToken().matches(first.accessToken()))
      #expect(site.count(DocomoSite.token) == 1)
      #expect(site.signIns == 1)
    }
  }

  @Test("another key is another person")
  func twoKeys() async throws {
    try await DocomoSite.with { site in
      let store = MemoryTokenStore()
      let one = try await site.session(in: store, storedAs: "one")
      let two = try await site.session(in: store, storedAs: "two")
      #expect(site.signIns == 2)
      #expect(try await !one.accessToken().matches(two.accessToken()))
    }
  }

  @Test("is refreshed when it is about to end, and saved under the same key")
  func refreshedWhenStored() async throws {
    try await DocomoSite.with { site in
      let store = MemoryTokenStore()
      let first = try await site.session(in: store)
      let before = try await first.accessToken()
      site.clock.advance(by: .seconds(3541))
      let client = try site.client(in: store, agent: NobodyHere())
      let again = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
      #expect(try await !again.accessToken().matches(before))
      #expect(site.signIns == 1)
      let stored = try await client.sessions()
      #expect(stored.map(\.account.subject) == ["main"])
      #expect(try await again.accessToken().matches(#require(stored.first?.stored?.accessToken)))
    }
  }

  private func keychain(
    _ keychain: KeychainStandIn, _ accessibility: KeychainAccessibility, _ folder: Folder
  ) throws -> Keychain {
    RecordTokenStore(
      try KeychainRecords(
        keychain, lockDirectory: folder.path, accessibility: accessibility))
  }

  @Test(
    "keeps the accessibility it was saved with through refreshes",
    arguments: DocomoAccessibility.allCases)
  func accessibility(_ word: DocomoAccessibility) async throws {
    try await DocomoSite.with { site in
      let (items, folder) = (KeychainStandIn(), try Folder())
      let chosen = word.accessibility
      _ = try await site.session(in: keychain(items, chosen, folder))
      site.clock.advance(by: .seconds(3600))
      // Another program, which would choose another class for sessions of its own.
      let other = try keychain(items, .whenPasscodeSetThisDeviceOnly, folder)
      let client = try site.client(in: other, agent: NobodyHere())
      let session = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
      try await session.refresh()
      #expect(site.count(DocomoSite.token) == 3)
      #expect(try await other.accessibility(of: session.account) == chosen.effective)
      try await other.setAccessibility(.whenUnlocked, of: session.account)
      try await session.refresh()
      #expect(try await other.accessibility(of: session.account) == .whenUnlocked)
      #expect(items.items.count == 1)
    }
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
    try await DocomoSite.with { site in
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
  }

  @Test("without a refresh token a spent session starts a sign-in")
  func nothingToRefresh() async throws {
    var rules = DocomoRules()
    rules.refreshTokens = .never
    try await DocomoSite.with(rules) { site in
      let store = MemoryTokenStore()
      _ = try await site.session(in: store)
      site.clock.advance(by: .seconds(3600))
      _ = try await site.session(in: store)
      #expect(site.signIns == 2)
    }
  }

  @Test("a refresh that is refused within a call removes what is stored, and the call isn't made")
  func refusedWithinCall() async throws {
    try await DocomoSite.with { site in
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
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    let name: String
    let domain: DocomoErrorDomain
    let answer: (@Sendable () -> ServedResponse)?
    var testDescription: String { name }
  }

  static let troubles = [
    Trouble(name: "off the network", domain: .connection, answer: nil),
    Trouble(name: "500", domain: .authentication) {
      .standIn(.internalServerError, error: "server_error")
    },
    Trouble(name: "503", domain: .authentication) {
      .standIn(.serviceUnavailable, error: "temporarily_unavailable")
    },
    Trouble(name: "502 of a proxy", domain: .http) { .standIn(.badGateway, text: "<html>") },
    Trouble(name: "a proxy's 500 that quotes a refusal", domain: .http) {
      .standIn(.internalServerError, error: "invalid_grant")
    },
  ]

  @Test("nobody is signed out by a network or a server in trouble", arguments: troubles)
  func trouble(_ row: Trouble) async throws {
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
      let again = try await site.client(in: store, agent: NobodyHere())
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

  @Test("a session without a store key is refreshed like any other, and is saved when it is kept")
  func withoutStoring() async throws {
    try await DocomoSite.with { site in
      let store = MemoryTokenStore()
      let client = try site.client(in: store)
      let session = try await client.signInWithoutStoring(scopes: Scope.docomo)
      site.clock.advance(by: .seconds(3600))
      _ = try await site.photos(of: session).capacity()
      #expect(site.count(DocomoSite.token) == 2)
      #expect(try await store.sessions().isEmpty)
      // Nothing is loaded either.
      _ = try await client.signInWithoutStoring(scopes: Scope.docomo)
      #expect(site.signIns == 2)

      let kept = try await client.keep(session, storedAs: "main")
      #expect(try await kept.accessToken().matches(session.accessToken()))
      site.clock.advance(by: .seconds(3600))
      let newest = try await kept.accessToken()
      let stored = try await store.sessions()
      #expect(stored.map(\.name) == ["main"])
      #expect(try newest.matches(#require(stored.first?.accessToken)))
    }
  }

  @Test(
    "saved under a second key it is gone from the first, and missing keys are told as they should be"
  )
  func keys() async throws {
    try await DocomoSite.with { site in
      let store = MemoryTokenStore()
      let client = try site.client(in: store)
      try await client.removeAllSessions()
      #expect(try await !client.hasSession(named: "A"))
      let missing = [
        await docomoFailure { try await client.loadSession(named: "A") },
        await docomoFailure { try await client.removeSession(named: "A") },
      ]
      for error in missing {
        #expect(error?.code == .sessionMissing)
        #expect(error?.parameter == "name")
        #expect(error.flatMap { DocomoErrorDomain($0) } == .authenticationContextAccess)
      }

      let first = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
      let moved = try await client.keep(first, storedAs: "B")
      #expect(try await !client.hasSession(named: "A"))
      #expect(try await client.hasSession(named: "B"))
      #expect(try await client.loadSession(named: "B").accessToken().matches(moved.accessToken()))
      #expect(try await store.sessions().count == 1)
      // A new sign-in under the first key is another session.
      let other = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
      #expect(try await !other.accessToken().matches(moved.accessToken()))
      #expect(try await store.sessions().map(\.name) == ["A", "B"])
      // What is under a key is replaced by what is saved under it.
      let last = try await client.keep(other, storedAs: "B")
      #expect(try await store.sessions().map(\.name) == ["B"])
      #expect(try await client.loadSession(named: "B").accessToken().matches(last.accessToken()))

      try await client.removeSession(named: "B")
      #expect(try await store.sessions().isEmpty)
      _ = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
      _ = try await client.signIn(scopes: Scope.docomo, storedAs: "B")
      try await client.removeAllSessions()
      #expect(try await store.sessions().isEmpty)
      for call in ["has", "load", "remove", "keep"] {
        let error = await docomoFailure {
          switch call {
          case "has": _ = try await client.hasSession(named: "")
          case "load": _ = try await client.loadSession(named: "")
          case "remove": try await client.removeSession(named: "")
          default: _ = try await client.keep(last, storedAs: "")
          }
        }
        #expect(error == .misused("name", ""), "\(call)")
      }
    }
  }

  @Test(
    "a move that fails leaves the session where it was", arguments: [RecordFunction.write, .remove])
  func rollback(_ function: RecordFunction) async throws {
    try await DocomoSite.with { site in
      let records = FaultyRecords(MemoryRecords())
      let store = RecordTokenStore(records)
      let client = try site.client(in: store)
      let session = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
      let before = try await store.sessions().map { $0.json }
      records.fail(function, with: .diskFull, onCall: 1)
      let error = await docomoFailure { try await client.keep(session, storedAs: "B") }
      #expect(error?.code == .storeFailed)
      #expect(error.flatMap { DocomoErrorDomain($0) } == .authenticationContextAccess)
      records.mend()
      #expect(try await store.sessions().map { $0.json } == before)
      site.clock.advance(by: .seconds(3600))
      _ = try await site.photos(of: session).capacity()
      #expect(try await store.sessions().map(\.name) == ["A"])
    }
  }

  @Test(
    "loaded without the client's credentials it is used, and refuses a refresh before anything happens"
  )
  func withoutCredentials() async throws {
    try await DocomoSite.with { site in
      let records = FaultyRecords(MemoryRecords())
      let store = RecordTokenStore(records)
      _ = try await site.session(in: store)
      let session = try await site.client(in: store, secret: nil, agent: NobodyHere())
        .loadSession(named: "main")
      _ = try await site.photos(of: session).capacity()
      let (calls, requests) = (records.calls(of: .read), site.standIn.all.count)
      let explicit = await docomoFailure { try await session.refresh() }
      #expect(explicit == .misused("client_secret", ""))
      #expect(explicit?.parameter == "client_secret")
      site.clock.advance(by: .seconds(3590))
      // Its last minute counts as well.
      _ = try await session.accessToken()
      site.clock.advance(by: .seconds(10))
      let spent = await docomoFailure(PhotoColleError.self) {
        try await site.photos(of: session).capacity()
      }
      #expect(spent == .session(.misused("client_secret", "")))
      #expect(records.calls(of: .read) == calls)
      #expect(site.standIn.all.count == requests)
      #expect(try await store.sessions().count == 1)
      // With the credentials it is refreshed, and saved by itself.
      let whole = try await site.client(in: store).loadSession(named: "main")
      try await whole.refresh()
      #expect(
        try await whole.accessToken().matches(#require(store.sessions().first?.accessToken)))
    }
  }

  @Test(
    "a store in trouble doesn't look like one with nobody in it",
    arguments: [
      (RecordFault.locked, DocomoErrorDomain.authenticationContextAccess),
      (.failing("No."), .authenticationContextAccess),
    ])
  func storeTrouble(_ fault: RecordFault, _ domain: DocomoErrorDomain) async throws {
    try await DocomoSite.with { site in
      let records = FaultyRecords(MemoryRecords())
      let client = try site.client(in: RecordTokenStore(records))
      _ = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
      records.fail(.read, with: fault)
      for error in [
        await docomoFailure { try await client.hasSession(named: "main") },
        await docomoFailure { try await client.signIn(scopes: Scope.docomo, storedAs: "main") },
      ] {
        #expect(error.flatMap { DocomoErrorDomain($0) } == domain)
      }
      #expect(site.signIns == 1)
    }
  }
}
