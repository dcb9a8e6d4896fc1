// SPDX-License-Identifier: Apache-2.0

import CoatcheckKiiOldNames
import CoatcheckKiiTesting
import TestKit

/// The old names keep the current user for the whole program, so one case runs at a time.
@Suite("The document of Kii's SDK, by its old names", .serialized, .timeLimit(.minutes(5)))
@MainActor
struct KiiDocumentTests {
  private let kii: StandIn<KiiService>
  private let store = MemoryTokenStore()

  init() async throws {
    kii = try await StandIn.start(KiiService())
    begin()
  }

  /// Configures the app, as at the start of a program.
  private func begin() {
    Kii.begin(
      withID: "app", andKey: "key", andSite: .custom(kii.url), store: store,
      environment: kii.clock.environment)
  }

  private func user(
    _ call: (@escaping KiiUserBlock) -> Void
  ) async throws -> KiiUser {
    try await withCheckedThrowingContinuation { continuation in
      call { user, error in
        if let user {
          continuation.resume(returning: user)
        } else {
          continuation.resume(throwing: error ?? OAuthError.misused("block", "It got nothing."))
        }
      }
    }
  }

  private func login(_ user: StandInUser = .alice) async throws -> KiiUser {
    try await self.user {
      KiiUser.authenticate(user.username, withPassword: user.password.reveal(), andBlock: $0)
    }
  }

  /// The result of a sample: the user, or the error that it handles.
  private func end(
    of samples: KiiSamples, _ call: (KiiSamples) -> Void
  ) async throws -> KiiUser? {
    try await withCheckedThrowingContinuation { continuation in
      samples.handle = { continuation.resume(throwing: $0) }
      samples.done = { continuation.resume(returning: $0) }
      call(samples)
    }
  }

  nonisolated static let signIns: [Case<@MainActor @Sendable (KiiSamples) -> Void>] = [
    Case("line 39, Swift, synchronous", { $0.line39() }),
    Case("line 49, Swift, with a block", { $0.line49() }),
    Case("line 62, Objective-C, synchronous", { $0.line62() }),
    Case("line 74, Objective-C, with a block", { $0.line74() }),
  ]

  @Test("lines 7 and 21: the token comes from the property and from the dictionary")
  func line7() async throws {
    let user = try await login()
    let samples = KiiSamples()
    samples.line7()
    samples.line21()
    #expect(samples.kept.count == 4)
    #expect(Set(samples.kept) == [user.accessToken])
    let dictionary = try #require(user.accessTokenDictionary())
    #expect(Set(dictionary.keys) == ["access_token", "expires_at", "refresh_token"])
    // After signing out there is no user.
    KiiUser.logOut()
    #expect(KiiUser.current() == nil)
    #expect(user.accessToken == nil)
    #expect(user.accessTokenDictionary() == nil)
  }

  @Test("after a restart, the stored token signs the user in again", arguments: signIns)
  func line39(_ row: Case<@MainActor @Sendable (KiiSamples) -> Void>) async throws {
    _ = try await login()
    let samples = KiiSamples()
    samples.line7()
    begin()
    #expect(KiiUser.current() == nil)
    let user = try #require(try await end(of: samples, row.value))
    #expect(user === KiiUser.current())
    #expect(user.userID == "u-alice")
    #expect(user.username == "alice")
    #expect(user.accessToken == samples.kept.last)
    // Line 90: signing in with a token brings the access token back only.
    #expect(user.accessTokenDictionary()["refresh_token"] == nil)
    #expect(user.accessTokenDictionary()["expires_at"] as? NSDate != nil)
  }

  @Test("an error is handled, and no user is signed in", arguments: signIns)
  func line45(_ row: Case<@MainActor @Sendable (KiiSamples) -> Void>) async throws {
    let samples = KiiSamples()
    samples.kept = ["at-unknown"]
    let error = await #expect(throws: NSError.self) { try await end(of: samples, row.value) }
    #expect(error?.domain == KiiErrorDomain)
    #expect(error?.code == 301)
    #expect(KiiUser.current() == nil)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("line 88: kept tokens switch between users, one of whom is signed in at a time")
  func line88() async throws {
    let samples = KiiSamples()
    for user in [StandInUser.alice, .bob] {
      _ = try await login(user)
      samples.line21()
    }
    for (token, name) in [(0, "alice"), (2, "bob"), (0, "alice")] {
      let kept = KiiSamples()
      kept.kept = [samples.kept[token]]
      _ = try await end(of: kept) { $0.line49() }
      #expect(KiiUser.current().username == name)
      #expect(try await store.sessions().map(\.account.subject) == ["u-\(name)"])
    }
  }

  @Test("line 90: a stored session signs in by its refresh token, until the user signs out")
  func line90() async throws {
    let token = try await login().accessToken
    begin()
    let user = try await self.user { KiiUser.authenticate(storedCredentials: $0) }
    #expect(user.accessToken == token)
    #expect(user.accessTokenDictionary()["refresh_token"] as? NSString != nil)
    #expect(try KiiUser.authenticateWithStoredCredentialsSynchronous().userID == "u-alice")
    KiiUser.logOut()
    begin()
    let error = await #expect(throws: NSError.self) {
      try await self.user { KiiUser.authenticate(storedCredentials: $0) }
    }
    #expect(error?.code == 331)
  }

  @Test("a call after an invalid app id is an error with the old number")
  func notBegun() async throws {
    Kii.begin(withID: "", andKey: "key", andSite: .us)
    let error = await #expect(throws: NSError.self) { try await login() }
    #expect(error?.code == 204)
  }

  @Test("a sign-in with a token and its expiry keeps the expiry in the dictionary")
  func expiry() async throws {
    let token = try await login().accessToken
    let end = kii.clock.now.addingTimeInterval(60)
    let user = try await self.user {
      KiiUser.authenticate(withToken: token, andExpiresAt: end, andBlock: $0)
    }
    let told = user.accessTokenDictionary()["expires_at"] as? NSDate
    #expect(told?.timeIntervalSinceReferenceDate == end.timeIntervalSinceReferenceDate)
  }
}
