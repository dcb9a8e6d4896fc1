// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppleStage
  import AuthenticationServicesShim
  @testable import CoatcheckClient
  import TestSupport
  import UIKitShim

  @Suite("The user agent on ASWebAuthenticationSession", .timeLimit(.minutes(1)))
  @MainActor
  struct SessionTests {
    private func agent(
      on device: Device, cookies: SheetCookies = .shared, headers: [String: String] = [:]
    ) -> WebAuthenticationSessionAgent {
      device.app.addScene(.foregroundActive)
      var agent = WebAuthenticationSessionAgent(
        redirectURI: Pages.redirectURI, cookies: cookies, headers: headers,
        environment: device.environment)
      agent.sheets.presenter = SheetPresenter(environment: device.environment)
      return agent
    }

    @Test("shows the page with its callback, cookies and header fields")
    func page() async throws {
      let device = Device()
      device.sessions.scripts = [
        .leads(to: "com.example.app:/callback?code=1"), .leads(to: "https://app.example/cb?code=2"),
      ]
      device.sessions.associatedHosts = ["app.example"]
      let page = try Pages.signIn()
      _ = try await device.run { try await agent(on: device).authorize(page) }
      let other = try Pages.signIn(to: "https://app.example/cb")
      _ = try await device.run {
        try await agent(on: device, cookies: .ephemeral, headers: ["X-Device": "7"])
          .authorize(other)
      }
      let shown = device.sessions.shown
      #expect(shown.map(\.url) == [page.url, other.url])
      #expect(shown.map(\.callback) == ["com.example.app:", "https://app.example/cb"])
      #expect(shown.map(\.isEphemeral) == [false, true])
      #expect(shown.map(\.headers) == [[:], ["X-Device": "7"]])
    }

    typealias Row = Case<(redirectURI: String, headers: [String: String], saying: String)>
    nonisolated static let unshown: [Row] = [
      Row("a header field that is forbidden", (Pages.redirectURI, ["Cookie": "a=b"], "cookie")),
      Row(
        "a host that does not list the app", ("https://app.example/cb", [:], "webcredentials")),
    ]

    @Test(
      "reports a page that the system refuses to show differently from a user who closes it",
      arguments: unshown)
    func misconfigured(_ row: Row) async throws {
      let device = Device()
      let agent = agent(on: device, headers: row.value.headers)
      let page = try Pages.signIn(to: row.value.redirectURI)
      let error = await device.run { await failure { try await agent.authorize(page) } }
      #expect(error?.outcome == .misused)
      #expect(error?.reason.contains(row.value.saying) == true)
    }

    @Test(
      "retains the presentation context until the end, and the session until its sheet is closed")
    func kept() async throws {
      let device = Device()
      device.sessions.scripts = [.never]
      let page = try Pages.signIn()
      let asking = Task {
        try await device.run { try await agent(on: device).authorize(page) }
      }
      await device.sessions.waitUntilShown()
      device.sessions.end(.leads(to: Pages.answer))
      #expect(try await asking.value == Pages.answer)
      #expect(device.stage.faults == [])
    }

    @Test("closes the sheet of a sign-in that was cancelled")
    func closed() async throws {
      let device = Device()
      device.sessions.scripts = [.untilCancelled(completes: true)]
      let agent = agent(on: device)
      let page = try Pages.signIn()
      let asking = Task { try await device.run { try await agent.authorize(page) } }
      await device.sessions.waitUntilShown()
      asking.cancel()
      _ = await asking.result
      #expect(!device.sessions.isOpen)
      #expect(device.stage.faults == [])
    }

    @Test("tries again when the sheet before takes too long to close")
    func slowToClose() async throws {
      let device = Device()
      device.sessions.scripts = [.closedByUser, .leads(to: Pages.answer)]
      device.sessions.closingTime = .seconds(1)
      device.sessions.refusesWhileClosing = true
      let agent = agent(on: device)
      let page = try Pages.signIn()
      let answer = try await device.run {
        _ = await failure { try await agent.authorize(page) }
        return try await agent.authorize(page)
      }
      #expect(answer == Pages.answer)
    }

    @Test("shares one presenter with the agent on SwiftUI's action")
    func presenter() {
      #expect(WebAuthenticationSessionAgent().sheets.presenter === SheetPresenter.shared)
      #expect(
        WebAuthenticationActionAgent { url, _, _ in url }.sheets.presenter
          === SheetPresenter.shared)
    }

    @Test(
      "needs a sendable handler: one that is isolated to the main actor ends the process")
    func foreignThread() async throws {
      await #expect(processExitsWith: .success) {
        try await Handlers.run { handler in handler.sendable() }
      }
      // SE-0423: the closure checks its actor when code of Swift 5 calls it, and ends the process.
      await #expect(processExitsWith: .signal(SIGILL)) {
        try await Handlers.run { handler in handler.ofTheMainActor() }
      }
    }
  }

  /// Two completion handlers: a `@Sendable` one, and one that inherits the main actor and so ends the
  /// process.
  @MainActor
  private final class Handlers {
    private let ended = OneShot<Bool>()
    private let page: URL

    private init(_ page: URL) { self.page = page }

    static func run(_ start: @MainActor (Handlers) -> Void) async throws {
      let device = Device()
      device.sessions.scripts = [.closedByUser]
      device.app.addScene(.foregroundActive)
      let handlers = Handlers(try #require(URL(string: "https://op.example/")))
      await device.run {
        start(handlers)
        _ = await handlers.ended.value
      }
    }

    func sendable() {
      start(
        ASWebAuthenticationSession(url: page, callback: .customScheme("app")) {
          @Sendable [ended] _, _ in ended.set(true)
        })
    }

    func ofTheMainActor() {
      start(
        ASWebAuthenticationSession(url: page, callback: .customScheme("app")) { [ended] _, _ in
          ended.set(true)
        })
    }

    private func start(_ session: ASWebAuthenticationSession) { session.start() }
  }
#endif
