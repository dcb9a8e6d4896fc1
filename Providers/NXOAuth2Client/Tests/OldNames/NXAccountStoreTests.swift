// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientOldNames
import CoatcheckNXOAuth2ClientTesting
import TestKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The old account store", .timeLimit(.minutes(10)))
@MainActor
struct NXAccountStoreTests {
  /// The notifications about a store and its accounts, in order.
  @MainActor
  private final class Notices {
    private(set) var names: [String] = []
    private(set) var errors: [NSError] = []
    private(set) var added: [String] = []
    private var observers: [any NSObjectProtocol] = []

    init(_ store: NXOAuth2AccountStore) {
      for name: NSNotification.Name in [
        .NXOAuth2AccountStoreDidFailToRequestAccess, .NXOAuth2AccountStoreAccountsDidChange,
        .NXOAuth2AccountDidChangeUserData, .NXOAuth2AccountDidChangeAccessToken,
        .NXOAuth2AccountDidLoseAccessToken, .NXOAuth2AccountDidFailToGetAccessToken,
      ] {
        observers.append(
          NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
            [weak self, weak store] notice in
            nonisolated(unsafe) let notice = notice
            MainActor.assumeIsolated {
              guard let self, let store else { return }
              let account = notice.object as? NXOAuth2Account
              let isKnown = store.account(withIdentifier: account?.identifier) === account
              guard
                notice.object as? NXOAuth2AccountStore === store || account != nil && isKnown
              else { return }
              self.take(notice)
            }
          })
      }
    }

    private func take(_ notice: Notification) {
      let name = notice.name.rawValue.replacing("NXOAuth2Account", with: "")
      names.append(name.replacing("Notification", with: ""))
      if let error = notice.userInfo?[NXOAuth2AccountStoreErrorKey] as? NSError {
        errors.append(error)
      }
      if let new = notice.userInfo?[NXOAuth2AccountStoreNewAccountUserInfoKey] as? NXOAuth2Account {
        added.append(new.accountType)
      }
    }

    isolated deinit {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
  }

  private static let secret = "xXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxX"

  private func store(_ world: GuideWorld) async -> NXOAuth2AccountStore {
    await world.run {
      let store: NXOAuth2AccountStore = NXOAuth2AccountStore.shared()
      store.setClientID(
        Self.secret, secret: Self.secret, scope: ["read"],
        authorizationURL: URL(string: "https://myHost/oauth2/authenticate"),
        tokenURL: URL(string: "https://myHost/oauth2/token"),
        redirectURL: URL(string: "x-myapp://oauth2"), keyChainGroup: nil, forAccountType: "cloud")
      return store
    }
  }

  @Test("signs in, sends requests for the account, and removes it")
  func wholeLife() async throws {
    let world = try await GuideWorld()
    let store = await store(world)
    let notices = Notices(store)
    store.requestAccessToAccount(withType: "cloud", username: "alice", password: "wonderland")
    try await NX.eventually { !notices.names.isEmpty }
    #expect(notices.names == ["StoreAccountsDidChange"] && notices.added == ["cloud"])
    let account = try #require(store.accounts(withAccountType: "cloud").first as? NXOAuth2Account)
    #expect(store.account(withIdentifier: account.identifier) === account)
    #expect(account.accessToken.scope == ["read"])

    var answers: [(Int, Data?, (any Error)?)] = []
    NXOAuth2Request.performMethod(
      "GET", onResource: URL(string: "https://myHost/me"), usingParameters: ["page": 2],
      with: account, sendProgressHandler: nil
    ) { response, data, error in
      answers.append(((response as? HTTPURLResponse)?.statusCode ?? 0, data, error))
    }
    try await NX.eventually { !answers.isEmpty }
    let json = try JSONObject(parsing: Array(try #require(answers.first?.1)))
    #expect(answers.count == 1 && answers[0].0 == 200 && answers[0].2 == nil)
    #expect(json["id"]?.stringValue == "u-alice" && json["query"]?.stringValue == "page=2")

    store.removeAccount(account)
    #expect(store.accounts.isEmpty)
    for _ in 0..<200 where try await !world.store.sessions().isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("signs in with a page that the app opens; the state of the callback names the sign-in")
  func prepared() async throws {
    let world = try await GuideWorld()
    let store = await store(world)
    let notices = Notices(store)
    var page: URL?
    store.requestAccessToAccount(withType: "cloud") { page = $0 }
    let callback = try await world.callback(try #require(page))
    #expect(!store.handleRedirectURL(URL(string: "x-myapp://oauth2?code=c&state=guessed")))
    #expect(store.handleRedirectURL(URL(string: callback)))
    try await NX.eventually { !notices.names.isEmpty }
    #expect(notices.added == ["cloud"])
    #expect(!store.handleRedirectURL(URL(string: callback)), "an address is valid once")
    #expect(world.log.all.contains { $0.contains("web view") })
  }

  @Test("signs in with the browser of the call, and with the user agent of the surroundings")
  func browsers() async throws {
    let world = try await GuideWorld()
    for usesAgent in [true, false] {
      var opened: [URL] = []
      var surroundings = world.surroundings
      if usesAgent {
        surroundings.userAgent = ScriptedUserAgent(
          username: "alice", password: Secret("wonderland"), transport: world.transport)
      } else {
        surroundings.openURL = { opened.append($0) }
      }
      let store = NXOAuth2Surroundings.$current.withValue(surroundings) {
        configured(NXOAuth2AccountStore.shared())
      }
      let notices = Notices(store)
      store.requestAccessToAccount(withType: "cloud")
      if !usesAgent {
        let callback = try await world.callback(try #require(opened.first))
        #expect(store.handleRedirectURL(URL(string: callback)))
      }
      try await NX.eventually { !notices.added.isEmpty }
      #expect(notices.errors.isEmpty)
    }
  }

  private func configured(_ store: NXOAuth2AccountStore) -> NXOAuth2AccountStore {
    store.setConfiguration(
      [
        kNXOAuth2AccountStoreConfigurationClientID: Self.secret,
        kNXOAuth2AccountStoreConfigurationSecret: Self.secret,
        kNXOAuth2AccountStoreConfigurationAuthorizeURL: URL(
          string: "https://myHost/oauth2/authenticate")!,
        kNXOAuth2AccountStoreConfigurationTokenURL: URL(string: "https://myHost/oauth2/token")!,
        kNXOAuth2AccountStoreConfigurationRedirectURL: URL(string: "x-myapp://oauth2")!,
      ], forAccountType: "cloud")
    return store
  }

  @Test("reports each request for access that fails, with its type and the old number")
  func failures() async throws {
    let world = try await GuideWorld()
    let store = await store(world)
    let notices = Notices(store)
    store.requestAccessToAccount(withType: "unknown")
    #expect(notices.names == ["StoreDidFailToRequestAccess"])
    store.requestAccessToAccount(withType: "cloud", username: "alice", password: "wrong")
    try await NX.eventually { notices.errors.count == 2 }
    #expect(notices.errors[1].domain == NXOAuth2HTTPErrorDomain && notices.errors[1].code == 400)
    #expect(store.accounts.isEmpty)
  }

  @Test("finds its accounts after a restart, and imports those that the old library stored")
  func restart() async throws {
    let world = try await GuideWorld()
    let first = await store(world)
    first.requestAccessToAccount(withType: "cloud", username: "alice", password: "wonderland")
    try await NX.eventually { !first.accounts.isEmpty }
    let account = try #require(first.accounts.first as? NXOAuth2Account)
    account.userData = NSString(string: "mine")
    for _ in 0..<400 where try await world.store.sessions().first?.appData.isEmpty != false {
      try await Task.sleep(for: .milliseconds(5))
    }
    let stored = try #require(try await world.store.sessions().first)
    let archives = OldKeychain([
      NXArchivedAccount.service(bundleID: "com.example.app"): OldArchive.accounts([
        "OLD": ("cloud", stored.accessToken.reveal(), ["name": "Alice"]),
        "GONE": ("unknown", "token-x", nil),
      ])
    ])
    var surroundings = world.surroundings
    surroundings.archives = archives
    let second = NXOAuth2Surroundings.$current.withValue(surroundings) {
      configured(NXOAuth2AccountStore.shared())
    }
    try await NX.eventually { second.accounts.count == 2 }
    let found = second.account(withIdentifier: account.identifier)
    #expect(found?.userData as? NSString == "mine")
    #expect(found?.accessToken.accessToken == account.accessToken.accessToken)
    let old = second.account(withIdentifier: "OLD")
    #expect((old?.userData as? NSDictionary)?["name"] as? NSString == "Alice")
    #expect(await archives.items.isEmpty, "or a user who signs out would be signed in again")
    #expect(world.log.all.contains { $0.contains("its type was not set") })
    var status = 0
    NXOAuth2Request.performMethod(
      "GET", onResource: URL(string: "https://myHost/me"), usingParameters: nil, with: old,
      sendProgressHandler: nil
    ) { response, _, _ in status = (response as? HTTPURLResponse)?.statusCode ?? -1 }
    try await NX.eventually { status != 0 }
    #expect(status == 200)
  }

  @Test("imports the token that a client of the old library stored, once and without the user")
  func clientArchive() async throws {
    let world = try await GuideWorld()
    let seed = await store(world)
    seed.requestAccessToAccount(withType: "cloud", username: "alice", password: "wonderland")
    try await NX.eventually { !seed.accounts.isEmpty }
    let token = try #require((seed.accounts.first as? NXOAuth2Account)?.accessToken)
    let archives = OldKeychain([
      NXArchivedToken.service(bundleID: "com.example.app", group: "myHost"): OldArchive.token(
        token.accessToken, refresh: token.refreshToken, end: token.expiresAt)
    ])
    var surroundings = world.surroundings
    surroundings.store = { [store = MemoryTokenStore()] _ in store }
    surroundings.archives = archives
    let app = NXOAuth2Surroundings.$current.withValue(surroundings) {
      let app = GuideClient()
      app.createClient()
      app.client.desiredScope = ["read"]
      return app
    }
    app.checkToken()
    try await NX.eventually { !app.calls.isEmpty }
    #expect(app.calls == ["got"])
    #expect(app.client.accessToken.tokenType == "OAuth")
    #expect(await archives.items.isEmpty)
    // After signing out, the token of the old library is not imported again.
    app.client.accessToken = nil
    try await NX.eventually { app.calls.count == 2 }
    app.checkToken()
    try await NX.eventually { app.calls.count == 3 }
    #expect(app.calls == ["got", "lost", "needs"])
  }
}

/// A keychain with items of the old library.
actor OldKeychain: NXOAuth2Archives {
  private(set) var items: [String: Data]
  nonisolated let bundleID = "com.example.app"

  init(_ items: [String: Data]) { self.items = items }

  func archive(service: String, accessGroup: String?) -> Data? { items[service] }
  func remove(service: String, accessGroup: String?) { items[service] = nil }
}
