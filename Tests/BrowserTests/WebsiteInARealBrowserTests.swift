// SPDX-License-Identifier: Apache-2.0
import CoatcheckHummingbird
import CoatcheckIssuer
import CoatcheckWeb
import Hummingbird
import Synchronization
import TestKit

/// The website is on `localhost` and the provider on `127.0.0.1`: two sites for a browser, which sends no `Strict` cookie from one
/// to the other.
@Suite(
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .timeLimit(.minutes(10)))
struct WebsiteInARealBrowserTests {
  // attack: W-17
  @Test("a user signs in, comes back to the page, reloads, signs out, and Back shows nothing")
  func visit() async throws {
    let site = try await PhotoSite.start()
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await chromium.open(site.origin + "/albums?page=2")
      try await chromium.type("alice", into: "input[name=username]")
      try await chromium.type("correct horse battery staple", into: "input[name=password]")
      try await chromium.click("button[type=submit]")
      // The first page after the callback is the user's, without a second round.
      #expect(try await chromium.text(of: "h1") == "Albums of u-alice-4f1d")
      #expect(try await chromium.address() == site.origin + "/albums?page=2")
      #expect(site.count("/auth/login") == 1 && site.count("/auth/callback/work") == 1)
      _ = try await chromium.call(.post, "/refresh", [:])
      #expect(try await chromium.text(of: "h1") == "Albums of u-alice-4f1d")
      #expect(try await chromium.evaluate("return document.cookie").stringValue == "")

      try await chromium.click("button")
      #expect(try await chromium.text(of: "h1") == "Photos")
      #expect(try await chromium.address() == site.origin + "/")
      let names = try await chromium.call(.get, "/cookie").arrayValue?
        .compactMap { $0.objectValue?["name"]?.stringValue }
      #expect(Set(names ?? []).isSubset(of: ["__Host-coatcheck-rounds"]), "\(names ?? [])")
      // Back asks the site again, which sends the browser to the provider, where the user is signed out, too.
      while try await chromium.address() == site.origin + "/" {
        _ = try await chromium.call(.post, "/back", [:])
      }
      #expect(try await chromium.text(of: "body").contains("Albums of") == false)
    }
    await site.stop()
  }

  @Test("a page that requires a recent sign-in prompts for the password again, once")
  func stepUp() async throws {
    let site = try await PhotoSite.start()
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await chromium.open(site.origin + "/albums")
      try await chromium.type("alice", into: "input[name=username]")
      try await chromium.type("correct horse battery staple", into: "input[name=password]")
      try await chromium.click("button[type=submit]")
      try await chromium.open(site.origin + "/pay")
      #expect(try await chromium.text(of: "h1") == "Payment of u-alice-4f1d")

      site.clock.advance(by: .seconds(3600))
      try await chromium.open(site.origin + "/pay")
      try await chromium.type("alice", into: "input[name=username]")
      try await chromium.type("correct horse battery staple", into: "input[name=password]")
      try await chromium.click("button[type=submit]")
      #expect(try await chromium.text(of: "h1") == "Payment of u-alice-4f1d")
      #expect(try await chromium.address() == site.origin + "/pay")
      #expect(site.count("/auth/login") == 2 && site.count("/auth/callback/work") == 2)
      try await chromium.open(site.origin + "/albums")
      #expect(try await chromium.text(of: "h1") == "Albums of u-alice-4f1d")

      let log = try await chromium.call(.post, "/se/log", ["type": "browser"])
      let errors = (log.arrayValue ?? []).compactMap { $0.objectValue?["message"]?.stringValue }
      #expect(errors.filter { !$0.contains("favicon.ico") } == [])
    }
    await site.stop()
  }

  // attack: W-08
  @Test("two tabs sign in at once, and each lands on its own page")
  func tabs() async throws {
    let site = try await PhotoSite.start()
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await chromium.open(site.origin + "/albums?page=1")
      let first = try await chromium.call(.get, "/window")
      let tab = try await chromium.call(.post, "/window/new", ["type": "tab"])
      let second = try #require(tab.objectValue?["handle"])
      for (handle, page) in [(second, "2"), (first, "1")] {
        _ = try await chromium.call(.post, "/window", ["handle": handle])
        if page == "2" {
          try await chromium.open(site.origin + "/albums?page=2")
          try await chromium.type("alice", into: "input[name=username]")
          try await chromium.type("correct horse battery staple", into: "input[name=password]")
        } else {
          // The page of the first tab is older than the sign-in of the second.
          try await chromium.type("alice", into: "input[name=username]")
          try await chromium.type("correct horse battery staple", into: "input[name=password]")
        }
        try await chromium.click("button[type=submit]")
        #expect(try await chromium.text(of: "h1") == "Albums of u-alice-4f1d")
        #expect(try await chromium.address() == site.origin + "/albums?page=\(page)")
      }
    }
    await site.stop()
  }
}

private struct PhotoContext: SignInRequestContext {
  var coreContext: CoreRequestContextStorage
  var signIn = SignInStorage()
  init(source: Source) { coreContext = .init(source: source) }
}

/// A website with one page for users, and its provider.
private final class PhotoSite: Sendable {
  let origin: String
  /// The clock of the site and of the provider.
  let clock: TestClock
  private let provider: TestServer
  private let running: Task<Void, any Error>
  private let paths: PathLog

  private init(origin: String, provider: TestServer, running: Task<Void, any Error>, paths: PathLog)
  {
    self.origin = origin
    clock = provider.clock
    self.provider = provider
    self.running = running
    self.paths = paths
  }

  static func start() async throws -> PhotoSite {
    let port = TestPorts.candidate()
    let origin = "http://localhost:\(port)"
    let secret = Secret("site-secret-0123456789-0123456789")
    var client = RegisteredClient(
      id: "photos", name: "Photos", redirectURIs: ["\(origin)/auth/callback/work"],
      authenticationMethod: "client_secret_basic", grantTypes: ["authorization_code"],
      scopes: ["openid"], consent: .implied)
    client.metadata.postLogoutRedirectURIs = ["\(origin)/auth/logged-out"]
    let provider = try await TestServer.start(
      clients: [TestClient(client, secret: secret)], clock: .running())
    let clock = provider.clock
    let web = try WebSignIn(
      origin: origin,
      providers: [.discovered("work", at: provider.issuer, clientID: "photos", secret: secret)],
      store: MemoryWebSessions(),
      keys: WebKeys(try SealingKey(Array(repeating: 7, count: 32))), transport: Transports.system
    ) { $0.environment.now = { clock.now } }
    let paths = PathLog()
    let router = Router(context: PhotoContext.self)
    router.add(middleware: paths)
    router.signIn(web)
    router.get("/") { _, _ in page("<h1>Photos</h1>") }
    router.group(context: SignedIn<PhotoContext>.self).get("albums") { _, context in
      page(
        """
        <h1>Albums of \(context.user.subject)</h1>
        <form method="post" action="/auth/logout"><button>Sign out</button></form>
        """)
    }
    router.group(context: SignedIn<PhotoContext>.self)
      .group("pay", requiring: AuthenticationRequirement(maxAge: .seconds(600)))
      .get { _, context in page("<h1>Payment of \(context.user.subject)</h1>") }
    let (started, ready) = AsyncStream.makeStream(of: Void.self)
    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in ready.yield() },
      logger: Logger(label: "site") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await app.run() }
    for await _ in started { break }
    return PhotoSite(origin: origin, provider: provider, running: running, paths: paths)
  }

  /// How many requests there were for a path.
  func count(_ path: String) -> Int { paths.seen.withLock { $0.count { $0 == path } } }

  func stop() async {
    running.cancel()
    _ = try? await running.value
    await provider.stop()
  }

  private static func page(_ body: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: .init(string: "<!doctype html><title>Photos</title>\(body)")))
  }
}

/// The paths of all requests.
private final class PathLog: RouterMiddleware {
  typealias Context = PhotoContext

  let seen = Mutex<[String]>([])

  func handle(
    _ request: Request, context: PhotoContext,
    next: (Request, PhotoContext) async throws -> Response
  ) async throws -> Response {
    seen.withLock { $0.append(request.uri.path) }
    return try await next(request, context)
  }
}
