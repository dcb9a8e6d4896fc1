// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoOldNames
import CoatcheckDocomoTesting
import CoatcheckStoreTesting
import TestKit

/// The old names keep their settings for the whole program, so one case runs at a time.
@Suite("The document of docomo's SDK, by its old names", .serialized, .timeLimit(.minutes(5)))
@MainActor
struct DocomoDocumentTests {
  typealias Keychain = RecordTokenStore<KeychainRecords<KeychainStandIn>>

  let site: DocomoSite
  let store: Keychain
  private let folder: Folder

  init() async throws {
    site = try await DocomoSite()
    folder = try Folder()
    store = RecordTokenStore(try KeychainRecords(KeychainStandIn(), lockDirectory: folder.path))
    settle(site.browser())
  }

  private func settle(_ agent: any UserAgent) {
    var settings = DCSettings()
    settings.authorityUrl = site.standIn.url
    settings.store = store
    settings.userAgent = agent
    settings.environment = site.environment
    DCAuthority.settings = settings
  }

  func samples(
    _ key: String? = "main", _ accessibility: CFTypeRef? = kSecAttrAccessibleWhenUnlocked,
    id: String = "app", secret: String = "app secret", redirect: String = DocomoSite.redirectURI
  ) -> DocomoSamples {
    DocomoSamples(id, secret, redirect, key, accessibility)
  }

  /// The context or the error that a sample gets.
  func result(
    of samples: DocomoSamples, _ call: (DocomoSamples) -> Void
  ) async throws -> DCAuthenticationContext {
    try await withCheckedThrowingContinuation { continuation in
      samples.checkError = { continuation.resume(throwing: $0) }
      samples.useContext = { continuation.resume(returning: $0) }
      call(samples)
    }
  }

  func signedIn(_ samples: DocomoSamples) async throws -> DCAuthenticationContext {
    try await result(of: samples) { $0.line46() }
  }

  /// The context or the error of a call with these arguments.
  private func called(
    _ scopes: [Any]?, on controller: UINavigationController? = .init(), id: String? = "app"
  ) async throws -> DCAuthenticationContext {
    try await withCheckedThrowingContinuation { continuation in
      DCAuthority.authenticate(
        on: controller, withClientId: id, clientSecret: "app secret",
        redirectUri: DocomoSite.redirectURI, scopes: scopes, storeKey: "main",
        accessibility: kSecAttrAccessibleAfterFirstUnlock
      ) { context, error in
        #expect((context == nil) != (error == nil))
        if let error { continuation.resume(throwing: error) }
        if let context { continuation.resume(returning: context) }
      }
    }
  }

  func caught(_ body: () async throws -> DCAuthenticationContext) async -> NSError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as NSError
    }
  }

  @Test("line 46: a user signs in with all scopes, and the context is saved and usable")
  func line46() async throws {
    let context = try await signedIn(samples())
    #expect(context.session.stored?.scopes == Scope.docomo)
    #expect(context.accessToken.hasPrefix("at-"))
    _ = try await site.photos(of: context.session).capacity()
    #expect(try await store.sessions().map(\.name) == ["main"])
    #expect(try await store.accessibility(of: context.session.account) == .whenUnlocked)
  }

  @Test("line 34: a valid context under the store key is used, and no user signs in")
  func line34() async throws {
    let first = try await signedIn(samples())
    let again = try await signedIn(samples())
    #expect(again.accessToken == first.accessToken)
    #expect(site.signIns == 1)
    // Line 36: the context is refreshed when it is about to expire, and saved under the same key.
    site.clock.advance(by: .seconds(3541))
    let refreshed = try await signedIn(samples())
    #expect(refreshed.accessToken != first.accessToken)
    #expect(site.signIns == 1)
    #expect(
      try await store.sessions().map { $0.accessToken.reveal() } == [refreshed.accessToken])
    // Line 38: a refresh that fails starts a sign-in.
    site.standIn.service.revokeAll(refreshToo: true)
    site.clock.advance(by: .seconds(3600))
    _ = try await signedIn(samples())
    #expect(site.signIns == 2)
  }

  @Test("line 34: a valid context is used whatever its scopes are, and gets the class of the call")
  func line34OtherScopes() async throws {
    let first = try await called(["userid"])
    let again = try await signedIn(samples())
    #expect(again.accessToken == first.accessToken)
    #expect(site.signIns == 1)
    #expect(try await store.accessibility(of: again.session.account) == .whenUnlocked)
    // Once its refresh is refused, the user signs in with the scopes of the call.
    site.standIn.service.revokeAll(refreshToo: true)
    site.clock.advance(by: .seconds(3600))
    #expect(try await signedIn(samples()).session.stored?.scopes == Scope.docomo)
    // The first code, one refresh, the second code: the refresh token is sent once.
    #expect(site.count(DocomoSite.token) == 3)
  }

  @Test("line 25: without a store key nothing is loaded or saved", arguments: [String?.none, ""])
  func line25(_ key: String?) async throws {
    // Line 28: accessibility is ignored then, and can be NULL.
    for accessibility in [nil, kSecAttrAccessibleAlways as CFTypeRef] {
      _ = try await signedIn(samples(key, accessibility))
    }
    #expect(site.signIns == 2)
    #expect(try await store.sessions().isEmpty)
  }

  static let classes: [(DCAccessibilityName, KeychainAccessibility)] = [
    (kSecAttrAccessibleWhenUnlocked, .whenUnlocked),
    (kSecAttrAccessibleAfterFirstUnlock, .afterFirstUnlock),
    (kSecAttrAccessibleAlways, .afterFirstUnlock),
    (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .whenUnlockedThisDeviceOnly),
    (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .afterFirstUnlockThisDeviceOnly),
    (kSecAttrAccessibleAlwaysThisDeviceOnly, .afterFirstUnlockThisDeviceOnly),
  ]

  @Test("line 28: a context is saved in the class that the call names, for each of the six")
  func line28() async throws {
    for (number, (constant, accessibility)) in Self.classes.enumerated() {
      let context = try await signedIn(samples("key \(number)", constant))
      #expect(try await store.accessibility(of: context.session.account) == accessibility)
    }
  }

  @Test("lines 13 to 28: an invalid argument is an error that names it, and nothing is sent")
  func line13() async throws {
    let rows: [(DocomoSamples, String)] = [
      (samples(id: ""), "client_id"), (samples(secret: ""), "client_secret"),
      (samples(redirect: ""), "redirectURI"), (samples("main", nil), "accessibility"),
      (samples("main", site.clock), "accessibility"),
    ]
    for (samples, name) in rows {
      let error = await caught { try await signedIn(samples) }
      #expect(error?.domain == DCInvalidArgumentDomain)
      #expect(error?.localizedDescription.hasPrefix(name) == true, "\(name)")
    }
    #expect(site.standIn.all.isEmpty)
  }

  @Test("lines 13 to 31: nil, an empty list of scopes and an invalid scope are errors that name it")
  func line22() async throws {
    let arguments: [(String, UINavigationController?, String?, [Any]?)] = [
      ("controller", nil, "app", ["userid"]), ("client_id", .init(), nil, ["userid"]),
      ("scopes", .init(), "app", nil), ("scopes", .init(), "app", []),
      ("scopes", .init(), "app", [1]), ("scopes", .init(), "app", ["userid", ""]),
    ]
    // The arguments are checked although a valid context is stored.
    _ = try await signedIn(samples())
    let requests = site.standIn.all.count
    for (name, controller, id, scopes) in arguments {
      let error = await caught { try await called(scopes, on: controller, id: id) }
      #expect(error?.domain == DCInvalidArgumentDomain)
      #expect(error?.localizedDescription.hasPrefix(name) == true, "\(name)")
    }
    #expect(site.standIn.all.count == requests)
  }

  @Test("line 71: errors are in two domains, with a code in the first, and no user information")
  func line71() async throws {
    settle(site.browser(.deny))
    let denied = try #require(await caught { try await signedIn(samples()) })
    #expect(denied.domain == DCAuthenticationCanceledErrorDomain)
    settle(site.browser())
    let wrong = try #require(await caught { try await signedIn(samples(secret: "wrong")) })
    #expect(wrong.domain == DCAuthenticationErrorDomain)
    #expect(
      DCAuthenticationErrorReason(rawValue: wrong.code) == .invalidClient)
    await site.standIn.stop()
    settle(NotingAgent { "\(DocomoSite.redirectURI)?code=c&state=\($0["state"] ?? "")" })
    let offline = try #require(await caught { try await signedIn(samples()) })
    #expect(offline.domain == DCAuthenticationErrorDomain)
    #expect(DCAuthenticationErrorReason(rawValue: offline.code) == .temporarilyUnavailable)
    var errors = [denied, wrong, offline]
    let standIn = try await site.standIn.restarted()
    settle(site.browser())
    let context = try await signedIn(samples())
    standIn.service.revokeAll(refreshToo: true)
    errors.append(
      try #require(await caught { try await result(of: samples()) { $0.line90(context) } }))
    #expect(DCAuthenticationErrorReason(rawValue: errors[3].code) == .invalidGrant)
    for error in errors { #expect(error.userInfo.isEmpty) }
    await standIn.stop()
  }

  @Test("line 100: a context that was saved once is saved by itself; a key is moved, and removed")
  func line100() async throws {
    let context = try await signedIn(samples(nil, nil))
    #expect(throws: (any Error).self) { try DCAuthenticationContext.hasSaved(byKey: "A") }
    try context.save(byKey: "A", accessibility: kSecAttrAccessibleAfterFirstUnlock)
    try DCAuthenticationContext.hasSaved(byKey: "A")
    _ = try await result(of: samples()) { $0.line90(context) }
    let loaded = try DCAuthenticationContext.load(
      byKey: "A", clientId: "app", clientSecret: "app secret")
    #expect(loaded.accessToken == context.accessToken)
    #expect(try await store.accessibility(of: loaded.session.account) == .afterFirstUnlock)
    try context.save(byKey: "B", accessibility: kSecAttrAccessibleAfterFirstUnlock)
    #expect(try await store.sessions().map(\.name) == ["B"])
    for key in ["A", "", nil] {
      let error = #expect(throws: NSError.self) { try DCAuthenticationContext.remove(byKey: key) }
      #expect(
        error?.domain
          == (key == "A" ? DCAuthenticationContextAccessErrorDomain : DCInvalidArgumentDomain))
    }
    try DCAuthenticationContext.remove(byKey: "B")
    _ = try await signedIn(samples("C"))
    try DCAuthenticationContext.removeAll()
    try DCAuthenticationContext.removeAll()
    #expect(try await store.sessions().isEmpty)
  }

  @Test("the addresses are read from the old SDK's settings file")
  func settings() throws {
    let keys = ["authorityUrl": "https://a.example/", "tokenUrl": "https://t.example"]
    let settings = DCSettings(propertyList: try PropertyListEncoder().encode(keys))
    #expect(settings.authorityUrl == "https://a.example/")
    #expect(settings.tokenUrl == "https://t.example")
    #expect(DCSettings(propertyList: Data()).authorityUrl == Provider.docomoAuthority)
  }
}
