// SPDX-License-Identifier: Apache-2.0

import AppleStage
import CoatcheckClient
import CoatcheckStoreTesting
import FoundationShim
import SecurityShim
import TestSupport

extension AppleKeychain {
  /// The system ends an app that it suspends while a file lock is held.
  @Suite("A lock and the background time of an app")
  struct ActivityTests {
    let folder: Folder
    let endpoint = TokenEndpointScript()
    let time = ActivityStage.of(AppleStage.current)

    init() throws {
      folder = try Folder()
      _ = AppleKeychain.device()
    }

    /// The store as one of the programs that share it sees it.
    private func store() -> SystemStore {
      var options = KeychainOptions()
      options.folder = folder.path
      return .system(keychain: options)
    }

    /// Takes the account's lock if it is free.
    private func isFree(_ account: AccountID) async -> Bool {
      var environment = RuntimeEnvironment.live
      environment.sleep = { _ in throw CancellationError() }
      var options = KeychainOptions()
      options.folder = folder.path
      let other = SystemStore(
        folder: folder.path, services: .live(variable: { _ in nil }, keychain: options),
        environment: environment)
      return (try? await other.withExclusiveAccess(to: account) { true }) ?? false
    }

    private func until(_ condition: @Sendable () async -> Bool) async throws {
      for _ in 0..<5_000 {
        if await condition() { return }
        try await Task.sleep(for: .milliseconds(2))
      }
      Issue.record("It did not happen.")
    }

    @Test("a lock is held inside an activity, which ends with it")
    func inside() async throws {
      let account = try TokenEndpointScript.expiredSession().account
      let begun = time.begunCount
      let running = try await store().withExclusiveAccess(to: account) { time.holding.count }
      #expect(running > 0)
      #expect(time.begunCount > begun)
      try await until { time.holding.isEmpty }
    }

    @Test("when the time ends during a refresh, the lock is released and the session is valid")
    func expired() async throws {
      let stored = try TokenEndpointScript.expiredSession()
      try await store().save(stored)
      let session = Session(stored, store: store(), transport: endpoint)
      endpoint.hold(true)
      let refresh = Task { try await session.refresh() }
      try await until { !endpoint.refreshTokens.isEmpty }
      #expect(await isFree(stored.account) == false)

      time.expire()
      #expect(await isFree(stored.account))
      try await until { time.holding.isEmpty }

      endpoint.hold(false)
      try await refresh.value
      #expect(try await session.accessToken().reveal() == "at-2")
      let kept = try #require(try await store().session(stored.account))
      #expect(kept.refreshToken?.reveal() == "rt-2")
      #expect(kept.refreshMarker == nil)
      #expect(await isFree(stored.account))
    }

    @Test("what an extension stored meanwhile is adopted and not replaced")
    func replacedMeanwhile() async throws {
      let stored = try TokenEndpointScript.expiredSession()
      try await store().save(stored)
      let session = Session(stored, store: store(), transport: endpoint)
      endpoint.hold(true)
      let refresh = Task { try await session.refresh() }
      try await until { !endpoint.refreshTokens.isEmpty }
      time.expire()
      var other = stored
      other.generation += 1
      other.accessToken = Secret("of the extension")
      other.refreshToken = Secret("rt of the extension")
      other.expiry = .never
      try await store().save(other)
      endpoint.hold(false)
      try await refresh.value
      #expect(try await session.accessToken().reveal() == "of the extension")
      #expect(
        try await store().session(stored.account)?.refreshToken?.reveal() == "rt of the extension")
    }

    @Test("a session that was signed out meanwhile stays signed out")
    func signedOutMeanwhile() async throws {
      let stored = try TokenEndpointScript.expiredSession()
      try await store().save(stored)
      let session = Session(stored, store: store(), transport: endpoint)
      endpoint.hold(true)
      let refresh = Task { try await session.refresh() }
      try await until { !endpoint.refreshTokens.isEmpty }
      time.expire()
      try await store().remove(stored.account)
      endpoint.hold(false)
      #expect(await failure { try await refresh.value }?.code == .sessionEnded)
      #expect(try await store().session(stored.account) == nil)
    }

    @Test("without background time no lock is taken, and the session is kept")
    func refused() async throws {
      let stored = try TokenEndpointScript.expiredSession()
      try await store().save(stored)
      time.refuse(true)
      defer { time.refuse(false) }
      let error = await failure { try await store().save(stored) }
      #expect(error?.code == .storeFailed)
      #expect(error?.reason.contains("suspend") == true)
      #expect(try await store().session(stored.account) != nil)
      time.refuse(false)
      #expect(await isFree(stored.account))
    }
  }
}
