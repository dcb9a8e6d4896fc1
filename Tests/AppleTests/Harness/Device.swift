// SPDX-License-Identifier: Apache-2.0
import AppleStage
#if APPLE_SHIMS
  import AuthenticationServicesShim
#endif
@testable import CoatcheckClient
import TestSupport

/// A device for one test. A short sleep only advances its clock; a deadline ends when the test ends it.
struct Device {
  let stage = AppleStage()

  /// Runs code with this device as the current one of the stand-ins for Apple's frameworks.
  func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await AppleStage.$current.withValue(stage, operation: body, isolation: isolation)
  }

  var environment: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    environment.sleep = { [clock = stage.clock] in try await clock.sleep($0) }
    return environment
  }
}

extension Device {
  /// Waits until so many sheets of a user agent were shown.
  @MainActor
  func waitUntilShown(_ count: Int = 1, by agent: SheetUserAgent) async {
    if let sheets = agent.maker as? ScriptedSheets {
      while sheets.shown.count < count, !Task.isCancelled { await Task.yield() }
    }
    #if APPLE_SHIMS
      if !(agent.maker is ScriptedSheets) { await sessions.waitUntilShown(count) }
    #endif
  }
}

/// The pages of a provider, and the callbacks of an app.
enum Pages {
  static let redirectURI = "com.example.app:/callback"
  static let answer = "com.example.app:/callback?code=c&state=s"

  static func signIn(
    to redirectURI: String = redirectURI, mode: ResponseMode = .query
  ) throws -> AuthorizationPage {
    AuthorizationPage(
      url: try #require(URL(string: "https://op.example/authorize?client_id=app")),
      redirectURI: redirectURI, expecting: .state(Secret("s"), responseMode: mode))
  }

  static func signOut(to redirectURI: String? = nil) throws -> EndSessionPage {
    EndSessionPage(
      url: try #require(URL(string: "https://op.example/logout?id_token_hint=h")),
      callback: redirectURI.map { ($0, Secret("s")) })
  }
}
