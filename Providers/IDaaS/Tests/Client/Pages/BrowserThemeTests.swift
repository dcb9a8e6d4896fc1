// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSOldNames
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

@Suite("The service's pages in a sign-in that begins in the browser")
struct BrowserThemeTests {
  private static func client(
    _ world: IDaaSWorld, _ change: (inout IDaaSConfiguration) -> Void
  ) throws -> IDaaS {
    var configuration = try IDaaSConfiguration(domain: world.server.origin, clientID: "app")
    configuration.device = .fixed("device-1")
    change(&configuration)
    return try IDaaS(
      configuration, store: world.store, transport: world.transport,
      environment: world.server.clock.environment)
  }

  @Test(
    "have the theme that the app set, as a picture too, and a sign-in's own theme goes before it",
    arguments: [(false, "Of the app"), (true, "Of this sign-in")])
  func theme(own: Bool, title: String) async throws {
    let world = try await IDaaSWorld.start()
    var theme = PageTheme()
    theme.navRegistTitle = "Of the app"
    theme.navBackImage = ThemeImage(Self.pixel)
    let idaas = try Self.client(world) { $0.theme = theme }
    var pages = WeiboPages()
    if own {
      pages.theme = theme
      pages.theme?.navRegistTitle = "Of this sign-in"
    }
    let user = WatchedUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    #expect(try await idaas.signIn(with: user, pages: pages).session != nil)
    let page = try #require(user.pages.first { $0.contains("name=\"mobile\"") })
    #expect(page.contains("<p>\(title)</p>"))
    #expect(page.contains("<img src=\"data:image/png"))
  }

  @Test(
    "have the theme of the document's classes, where Weibo's app is not installed", .oneAtATime)
  @MainActor
  func document() async throws {
    let world = try await IDaaSWorld.start()
    let user = WatchedUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    world.begin(at: user)
    let settings = BCWeiboBindPhoneViewCustomSetting()
    settings.navRegistTitle = NSAttributedString(string: "Register xx")
    BCIDABindPhoneThemeManager.sharedInstance().setBindPhoneTheme(settings)
    #expect(await CompatibilityTests.builtIn("").code == "0")
    #expect(user.pages.contains { $0.contains("<p>Register xx</p>") })
  }

  @Test("are not shown with a theme that another installation deposited, or that was used")
  func foreign() async throws {
    let world = try await IDaaSWorld.start()
    let pushed = try await world.idaas.perform(PushTheme(PageTheme()))
    let other = try IDaaSWorld.client(
      of: world.server, store: MemoryTokenStore(), transport: world.transport, device: "device-2")
    let deposited = try await other.perform(PushTheme(PageTheme()))
    let browser = TestBrowser(transport: Transports.system)
    // A sign-in uses up the theme that it began with.
    var pages = WeiboPages()
    pages.theme = PageTheme()
    let user = WatchedUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    #expect(try await world.idaas.signIn(with: user, pages: pages).session != nil)
    let first = try #require(user.addresses.first.flatMap { URLComponents(string: $0) })
    let used = try #require(first.queryItems?.first { $0.name == "theme" }?.value)
    for (handle, fits) in [
      (pushed.handle, true), (deposited.handle, false), (Secret(used), false),
      (Secret("x"), false),
    ] {
      let query: Parameters = [
        "client_id": "app", "redirect_uri": "http://127.0.0.1:49152/callback", "state": "s",
        "code_challenge": PKCE(environment: .live).challenge, "pages": "1", "device": "device-1",
        "theme": handle.reveal(),
      ]
      let page = try await browser.get(
        world.server.origin + "/api/v1/login/weibo/start?" + query.encoded)
      let location = try #require(page.location)
      #expect(location.contains("error_description=theme") == !fits)
    }
  }

  @Test(
    "end with 102 when the browser of the whole sign-in is closed, and with 104 when the page is",
    .oneAtATime)
  @MainActor
  func closed() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let whole = await failure { try await world.idaas.signIn(with: ClosingUser()) }
    #expect(whole?.isCancelledByUser == true && whole?.providerCode == "102")
    let page = await failure { try await pending.finish(on: ClosingUser()) }
    #expect(page?.isCancelledByUser == true && page?.providerCode == "104")
    world.begin(at: ClosingUser())
    #expect(await CompatibilityTests.builtIn("").code == "102")
  }

  @Test("return the event of the app's button that ended them, and the sign-in continues after it")
  func event() async throws {
    let world = try await IDaaSWorld.start()
    var theme = PageTheme()
    theme.navRightView = ThemeRightView(title: "More", action: "more")
    let idaas = try Self.client(world) { $0.theme = theme }
    let agent = MoreUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    let outcome = try await idaas.signIn(with: agent)
    guard case .needsRegistration(let pending) = outcome else {
      Issue.record("The sign-in does not wait: \(outcome)")
      return
    }
    #expect(pending.event == "more")
    guard case .finished(let finished) = try await pending.finish(on: agent) else {
      Issue.record("The page was not finished.")
      return
    }
    #expect(finished.session != nil)
  }

  @Test(
    "run the action of the document's button, and are shown again", .oneAtATime,
    arguments: [true, false])
  @MainActor
  func documentsEvent(hasApp: Bool) async throws {
    let world = try await IDaaSWorld.start()
    let agent = MoreUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    let system = StandInWeiboSystem()
    world.begin(at: agent, app: hasApp ? system : nil)
    let samples = IDaaSSamples()
    samples.line324()
    async let answer = CompatibilityTests.builtIn()
    if hasApp {
      try await world.answer(system)
      let url = try #require(URL(string: "wb20454://response"))
      #expect(BCWeiboLoginManager.sharedInstance().oauthHandleOpen(url))
    }
    #expect(await answer.code == "0")
    #expect(samples.more == 1)
  }

  private static let pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
}

/// A user whose opened addresses and pages are recorded.
final class WatchedUser: UserAgent {
  private let user: PhoneUser
  private let watch: WatchingTransport
  private let opened = Mutex<[String]>([])

  init(_ user: PhoneUser) {
    watch = WatchingTransport()
    self.user = user.on(watch)
  }

  var pages: [String] { watch.pages.withLock { $0 } }
  /// The addresses that the app opened.
  var addresses: [String] { opened.withLock { $0 } }

  func redirectURI() async throws(OAuthError) -> String { try await user.redirectURI() }
  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    opened.withLock { $0.append(page.url.absoluteString) }
    return try await user.authorize(page)
  }
}

/// A transport that records the text of every response.
final class WatchingTransport: HTTPTransport {
  let pages = Mutex<[String]>([])

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let response = try await Transports.system.send(request, body: body, limit: limit)
    pages.withLock { $0.append(String(decoding: response.body, as: UTF8.self)) }
    return response
  }
}

/// A user who taps the button at the right of the bar once, and does all else as usual.
final class MoreUser: UserAgent {
  private let user: PhoneUser
  private let taps = Mutex(1)

  init(_ user: PhoneUser) { self.user = user }

  func redirectURI() async throws(OAuthError) -> String { try await user.redirectURI() }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    guard taps.withLock({ $0 }) > 0 else { return try await user.authorize(page) }
    return try await user.authorize(at: page.url, tapping: "/hosted/api/more") {
      self.taps.withLock { taps in
        defer { taps = 0 }
        return taps > 0
      }
    }
  }
}
