// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppKitShim
  import AppleStage
  import AuthenticationServicesShim
  @testable import CoatcheckClient
  import TestSupport
  import UIKitShim

  @Suite("The window of a sheet", .timeLimit(.minutes(1)))
  @MainActor
  struct WindowTests {
    /// The scenes of an app and the anchor that it passes, with the expected end of the sign-in.
    struct Scenes: Sendable {
      let prepare: @MainActor @Sendable (AppStage) -> WebAuthenticationSessionAgent.Anchor?
      let ending: Ending
      /// The minimum time that the sign-in waits for a window, in milliseconds.
      var waited = 0
    }

    private nonisolated static let appears = Ending.callback(Pages.answer)
    private nonisolated static let noWindow = Ending.fails(
      .misused, .invalidArgument, naming: "anchor", saying: "no window")
    private nonisolated static let inactive = Ending.fails(
      .misused, .invalidArgument, naming: "anchor", saying: "active in the foreground")

    nonisolated static let rows: [Case<Scenes>] = [
      Case(
        "an active scene",
        Scenes(
          prepare: {
            $0.addScene(.foregroundActive)
            return nil
          }, ending: appears)),
      Case("no scene", Scenes(prepare: { _ in nil }, ending: noWindow, waited: 2000)),
      Case(
        "a scene in the background",
        Scenes(
          prepare: {
            $0.addScene(.background)
            return nil
          }, ending: noWindow, waited: 2000)),
      Case(
        "an inactive scene",
        Scenes(
          prepare: {
            $0.addScene(.foregroundInactive)
            return nil
          }, ending: inactive, waited: 4000)),
      Case(
        "an inactive scene and an active one",
        Scenes(
          prepare: {
            $0.addScene(.foregroundInactive)
            $0.addScene(.foregroundActive)
            $0.addScene(.background)
            return nil
          }, ending: appears)),
      Case(
        "a scene that appears after the start of the app",
        Scenes(
          prepare: {
            $0.addScene(.foregroundActive, after: .milliseconds(300))
            return nil
          }, ending: appears, waited: 300)),
      Case(
        "an anchor with an active window",
        Scenes(
          prepare: {
            let window = $0.addScene(.foregroundActive)
            return { window }
          }, ending: appears)),
      Case(
        "an anchor with a window without a scene, beside an active scene",
        Scenes(
          prepare: {
            $0.addScene(.foregroundActive)
            let window = UIWindow()
            return { window }
          }, ending: inactive, waited: 4000)),
      Case(
        "an anchor that returns nil, beside an active scene",
        Scenes(
          prepare: {
            $0.addScene(.foregroundActive)
            return { nil }
          }, ending: appears)),
      Case(
        "an app extension without an anchor",
        Scenes(
          prepare: {
            $0.addScene(.foregroundActive)
            $0.isExtension = true
            return nil
          }, ending: noWindow, waited: 2000)),
      Case(
        "an app extension with an anchor",
        Scenes(
          prepare: {
            let window = $0.addScene(.foregroundActive)
            $0.isExtension = true
            return { window }
          }, ending: appears)),
    ]

    @Test("is the anchor or that of the active scene; a window is never created", arguments: rows)
    func window(_ row: Case<Scenes>) async throws {
      let device = Device()
      device.sessions.scripts = [.leads(to: Pages.answer)]
      let anchor = row.value.prepare(device.app)
      var agent = WebAuthenticationSessionAgent(environment: device.environment, anchor: anchor)
      agent.sheets.presenter = SheetPresenter(environment: device.environment)
      let page = try Pages.signIn()
      let result = await device.run {
        await ending { () async throws(OAuthError) in try await agent.authorize(page) }
      }
      row.value.ending.check(result)
      #expect(device.stage.clock.now >= .milliseconds(row.value.waited))
    }

    @Test("is that of a scene that became active between the two attempts")
    func activated() async throws {
      let device = Device()
      device.sessions.scripts = [.leads(to: Pages.answer)]
      let window = device.app.addScene(.foregroundInactive)
      device.app.addScene(.foregroundActive, after: .milliseconds(2500))
      var agent = WebAuthenticationSessionAgent(environment: device.environment)
      agent.sheets.presenter = SheetPresenter(environment: device.environment)
      let page = try Pages.signIn()
      #expect(try await device.run { try await agent.authorize(page) } == Pages.answer)
      #expect(window.windowScene?.activationState == .foregroundInactive)
    }

    typealias Desktop = Case<(prepare: @MainActor @Sendable (MacStage) -> Void, found: Bool)>
    nonisolated static let desktops: [Desktop] = [
      Desktop("an app with a key window", ({ $0.start() }, true)),
      Desktop("an app behind another", ({ $0.start(isInFront: false) }, true)),
      Desktop("an app without a window", ({ $0.start(isInFront: false, isVisible: false) }, false)),
      Desktop("a program without an app", ({ _ in }, false)),
    ]

    @Test("on a Mac is the key window or a visible one", arguments: desktops)
    func mac(_ row: Desktop) async throws {
      let device = Device()
      row.value.prepare(device.mac)
      let environment = device.environment
      let found = await device.run {
        await failureOrNil { () async throws(OAuthError) in
          _ = try await AppKitWindows.window(nil, environment)
        }
      }
      #expect(found?.parameter == (row.value.found ? nil : "anchor"))
    }
  }

  /// The error of an operation; nil when it succeeds.
  private func failureOrNil(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws(OAuthError) -> Void
  ) async -> OAuthError? {
    do throws(OAuthError) { try await work() } catch { return error }
    return nil
  }
#endif
