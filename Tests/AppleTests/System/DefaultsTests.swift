// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppleStage
  import AuthenticationServicesShim
  @testable import CoatcheckClient
  import FoundationShim
  import TestSupport
  import UIKitShim

  /// These tests use the presenter that an app shares, so they run one after another.
  @Suite("The default configuration on iOS", .serialized, .timeLimit(.minutes(1)))
  @MainActor
  struct DefaultsTests {
    private func client(
      of provider: SmallProvider, on device: Device, _ configure: (inout ClientOptions) -> Void
    ) async throws -> Client {
      device.app.addScene(.foregroundActive)
      let metadata = try await Provider.discover(provider.issuer, transport: provider)
      return Client(
        of: metadata, id: "app", store: MemoryTokenStore(), transport: provider,
        configure: configure)
    }

    private static func register(_ options: inout ClientOptions) {
      options.redirect = .fixed(Pages.redirectURI)
    }

    @Test("is the environment of an app, without a terminal or a system browser")
    func place() {
      #expect(SignInEnvironment.current.place == .app)
      #expect(SystemBrowser() == nil)
    }

    @Test(
      "signs in with a sheet, and prevents suspension until the token request has ended")
    func signIn() async throws {
      let device = Device()
      let provider = try SmallProvider(device)
      device.sessions.scripts = [.grants(at: Pages.redirectURI)]
      let client = try await client(of: provider, on: device, Self.register)
      let session = try await device.run {
        try await client.signIn(scopes: [.openID], storedAs: "main")
      }
      #expect(try await client.session(named: "main")?.account == session.account)
      #expect(device.sessions.shown.count == 1)
      #expect(provider.activitiesOfTokenRequests == [["sign-in"]])
      while !device.activities.holding.isEmpty, !Task.isCancelled { await Task.yield() }
    }

    @Test("ends its activity when the system's time limit for it expires")
    func expired() async throws {
      let device = Device()
      let provider = try SmallProvider(device)
      let client = try await client(of: provider, on: device, Self.register)
      let asking = Task {
        try await device.run { try await client.signIn(scopes: [.openID], storedAs: "main") }
      }
      await device.sessions.waitUntilShown()
      #expect(device.activities.holding == ["sign-in"])
      device.activities.expire()
      while !device.activities.holding.isEmpty, !Task.isCancelled { await Task.yield() }
      device.sessions.end(.grants(at: Pages.redirectURI))
      _ = try await asking.value
    }

    @Test("cannot receive a loopback redirect, which is an error that names the option")
    func loopback() async throws {
      let device = Device()
      let client = try await client(of: SmallProvider(device), on: device) { _ in }
      let error = await device.run {
        await failure { try await client.signIn(scopes: [.openID], storedAs: "main") }
      }
      #expect(error?.outcome == .misused)
      #expect(error?.parameter == "redirect")
      #expect(device.sessions.shown.isEmpty)
    }

    @Test("starts another sign-in after several that the user did not answer")
    func often() async throws {
      let device = Device()
      let client = try await client(of: SmallProvider(device), on: device) {
        Self.register(&$0)
        $0.environment = device.environment
      }
      for _ in 0..<4 {
        async let asking = device.run {
          await failure { try await client.signIn(scopes: [.openID], storedAs: "main") }
        }
        await device.stage.clock.expireDeadline()
        #expect(await asking?.isUnanswered == true)
      }
    }

    @Test("also shows the sign-out page of the authorization server in a sheet")
    func signOut() async throws {
      let device = Device()
      let provider = try SmallProvider(device)
      device.sessions.scripts = [.grants(at: Pages.redirectURI), .closedByUser]
      // The shared presenter waits by the real clock, but the device measures the closing time by its own.
      device.sessions.closingTime = .zero
      let client = try await client(of: provider, on: device, Self.register)
      let report = try await device.run {
        let session = try await client.signIn(scopes: [.openID], storedAs: "main")
        return await client.signOut(session, .everywhere)
      }
      #expect(device.sessions.shown.map(\.url.path) == ["/authorize", "/logout"])
      #expect(report.endSession == nil)
    }

    @Test("does not show the sign-out page after a sign-in with ephemeral cookies")
    func ephemeral() async throws {
      let device = Device()
      let provider = try SmallProvider(device)
      device.sessions.scripts = [.grants(at: Pages.redirectURI)]
      let client = try await client(of: provider, on: device) {
        Self.register(&$0)
        $0.userAgent = WebAuthenticationSessionAgent(cookies: .ephemeral)
      }
      _ = try await device.run {
        let session = try await client.signIn(scopes: [.openID], storedAs: "main")
        return await client.signOut(session, .everywhere)
      }
      #expect(device.sessions.shown.map(\.url.path) == ["/authorize"])
    }

    @Test("has no prompt for a device code, which is an error before a code is requested")
    func device() async throws {
      let device = Device()
      let client = try await client(of: SmallProvider(device), on: device, Self.register)
      let error = await device.run {
        await failure {
          try await client.signIn(using: .device, scopes: [.openID], storedAs: "main")
        }
      }
      #expect(error?.parameter == "devicePrompt")
    }
  }
#endif
