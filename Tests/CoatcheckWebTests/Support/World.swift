// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckWeb
import TestKit

/// A website and the providers whose users it signs in.
struct World: Sendable {
  /// The provider `work`.
  let provider: TestServer
  /// The provider `home`, where the site is another client; also the service of the connection `pictures`.
  let other: TestServer
  /// The site's client at the service of the connection; nil for a site without connections.
  let pictures: Client?
  let site: any RunningSite
  let web: WebSignIn
  let store: any WebSessionStore
  let clock: TestClock
  let keys: WebKeys
  private let configure: @Sendable (inout WebSignInOptions) -> Void
  private let responseMode: ResponseMode
  private let readsUserInfo: Bool

  /// Creates the store of the next website.
  @TaskLocal static var makeStore: @Sendable () async throws -> any WebSessionStore = {
    MemoryWebSessions()
  }

  static let secret = Secret("site-secret-0123456789-0123456789")

  static func start(
    _ framework: Framework = .none, responseMode: ResponseMode = .query, connects: Bool = false,
    readsUserInfo: Bool = false,
    configure: @escaping @Sendable (inout WebSignInOptions) -> Void = { _ in },
    server: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in }
  ) async throws -> World {
    let site = try await framework.start()
    let clock = TestClock()
    let reach = OutboundAccess(transport: site.transport)
    let client = client(at: site.origin, provider: "work")
    let provider = try await TestServer.start(
      users: [.alice, .bob], clients: [client], clock: clock, reach: reach, configure: server)
    let other = try await TestServer.start(
      users: [.alice, .bob],
      clients: ["home", "pictures"].map { self.client(at: site.origin, provider: $0) },
      clock: clock, reach: reach)
    let pictures = connects ? try await self.pictures(other, site.transport, clock) : nil
    let store = try await makeStore()
    let keys = WebKeys(try SealingKey(Array(repeating: 7, count: 32)))
    let configure: @Sendable (inout WebSignInOptions) -> Void = { options in
      if let pictures {
        options.connections = [
          WebConnection("pictures", pictures, scopes: [.openID, .profile]) { $0.title = "P & Co" }
        ]
      }
      configure(&options)
    }
    let world = World(
      provider: provider, other: other, pictures: pictures, site: site,
      web: try web(
        site, provider, other, store, keys, clock, responseMode, readsUserInfo, configure),
      store: store, clock: clock, keys: keys, configure: configure, responseMode: responseMode,
      readsUserInfo: readsUserInfo)
    try await site.serve(world.web)
    return world
  }

  /// Adds a server of the site, with its own memory.
  ///
  /// - Parameters:
  ///   - store: Its own access to the sessions; by default that of the first server.
  ///   - change: Changes its options.
  func twin(
    over store: (any WebSessionStore)? = nil,
    _ change: (inout WebSignInOptions) -> Void = { _ in }
  ) async throws -> WebSignIn {
    let twin = try anotherServer(over: store, change)
    try await site.serve(twin)
    return twin
  }

  /// Creates a server of the site that does not serve yet.
  func anotherServer(
    over store: (any WebSessionStore)? = nil,
    _ change: (inout WebSignInOptions) -> Void = { _ in }
  ) throws -> WebSignIn {
    try Self.web(
      site, provider, other, store ?? self.store, keys, clock, responseMode, readsUserInfo
    ) {
      configure(&$0)
      change(&$0)
    }
  }

  func stop() async {
    await provider.stop()
    await other.stop()
  }

  /// A browser without cookies.
  func visitor(_ user: TestUser = .alice) -> SiteVisitor { SiteVisitor(world: self, user: user) }

  private static func pictures(
    _ service: TestServer, _ transport: any HTTPTransport, _ clock: TestClock
  ) async throws -> Client {
    let provider = try await Provider.discover(service.issuer, transport: transport)
    return Client(
      of: provider, id: "site-pictures", secret: secret, store: MemoryTokenStore(),
      transport: transport
    ) {
      $0.environment.now = { clock.now }
      $0.environment.uptime = { .seconds(1000 + clock.now.timeIntervalSince(TestClock.start)) }
    }
  }

  private static func web(
    _ site: any RunningSite, _ provider: TestServer, _ other: TestServer,
    _ store: any WebSessionStore, _ keys: WebKeys, _ clock: TestClock, _ responseMode: ResponseMode,
    _ readsUserInfo: Bool, _ configure: (inout WebSignInOptions) -> Void
  ) throws -> WebSignIn {
    let scopes: [Scope] = [.openID, .profile, .offlineAccess]
    return try WebSignIn(
      origin: site.origin,
      providers: [
        .discovered("work", at: provider.issuer, clientID: "site-work", secret: secret) {
          $0.title = "Work & Co"
          $0.scopes = scopes
          $0.authorization.responseMode = responseMode
          $0.readsUserInfo = readsUserInfo
        },
        .discovered("home", at: other.issuer, clientID: "site-home", secret: secret) {
          $0.scopes = scopes
          $0.authorization.responseMode = responseMode
        },
      ],
      store: store, keys: keys, transport: site.transport
    ) {
      $0.environment.now = { clock.now }
      $0.environment.uptime = { .seconds(1000 + clock.now.timeIntervalSince(TestClock.start)) }
      configure(&$0)
    }
  }

  private static func client(at origin: String, provider: String) -> TestClient {
    var registration = RegisteredClient(
      id: "site-\(provider)", name: "Photos", redirectURIs: ["\(origin)/auth/callback/\(provider)"],
      authenticationMethod: "client_secret_basic",
      grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid", "profile", "email", "offline_access"], consent: .implied)
    registration.metadata.postLogoutRedirectURIs = ["\(origin)/auth/logged-out"]
    registration.metadata.backChannelLogoutURI = "\(origin)/auth/back-channel/\(provider)"
    return TestClient(registration, secret: secret)
  }
}
