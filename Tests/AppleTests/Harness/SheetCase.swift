// SPDX-License-Identifier: Apache-2.0
import AppleStage
#if APPLE_SHIMS
  import AuthenticationServicesShim
  import UIKitShim
#endif
@testable import CoatcheckClient
import TestSupport

/// The implementations that the same table of cases tests.
enum Subject: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// The rules alone, with scripted sheets; the only one on a Mac.
  case rules
  #if APPLE_SHIMS
    /// The user agent on `ASWebAuthenticationSession`.
    case session
    /// The user agent on SwiftUI's action.
    case action
  #endif

  var testDescription: String { rawValue }

  /// A user agent on a device with one active scene, whose sheets end by scripts.
  @MainActor
  func userAgent(
    on device: Device, _ scripts: [SessionScript], cookies: SheetCookies = .shared
  ) -> SheetUserAgent {
    var agent = made(on: device, scripts, cookies)
    // An app shares one presenter. Tests run in parallel, so each has its own.
    agent.presenter = SheetPresenter(environment: device.environment)
    return agent
  }

  @MainActor
  private func made(
    on device: Device, _ scripts: [SessionScript], _ cookies: SheetCookies
  ) -> SheetUserAgent {
    switch self {
    case .rules:
      return SheetUserAgent(
        redirectURI: Pages.redirectURI, cookies: cookies, deadline: .seconds(300),
        environment: device.environment, maker: ScriptedSheets(scripts, device.stage.clock))
    #if APPLE_SHIMS
      case .session:
        device.sessions.scripts = scripts
        device.app.addScene(.foregroundActive)
        return WebAuthenticationSessionAgent(
          redirectURI: Pages.redirectURI, cookies: cookies, environment: device.environment
        ).sheets
      case .action:
        device.sessions.scripts = scripts
        device.app.addScene(.foregroundActive)
        return WebAuthenticationActionAgent(
          redirectURI: Pages.redirectURI, cookies: cookies, environment: device.environment,
          authenticate: ScriptedAction.authenticate
        ).sheets
    #endif
    }
  }
}

/// How a sign-in ends.
enum Ending: Sendable {
  case callback(String?)
  case fails(OAuthError.Outcome, OAuthError.Code, naming: String? = nil, saying: String? = nil)

  func check(
    _ result: Result<String?, OAuthError>, _ location: SourceLocation = #_sourceLocation
  ) {
    switch (self, result) {
    case (.callback(let expected), .success(let received)):
      #expect(received == expected, sourceLocation: location)
    case (.fails(let outcome, let code, let name, let text), .failure(let error)):
      #expect(error.outcome == outcome, sourceLocation: location)
      #expect(error.code == code, sourceLocation: location)
      #expect(error.parameter == name, sourceLocation: location)
      if let text { #expect(error.reason.contains(text), sourceLocation: location) }
    default: Issue.record("It ended with \(result).", sourceLocation: location)
    }
  }
}

/// The outcome of an operation, as a `Result`.
func ending(
  isolation: isolated (any Actor)? = #isolation,
  of work: () async throws(OAuthError) -> String?
) async -> Result<String?, OAuthError> {
  do throws(OAuthError) { return .success(try await work()) } catch { return .failure(error) }
}
