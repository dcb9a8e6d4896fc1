// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppKitShim
  import AppleStage
  import AuthenticationServicesShim
  import CoatcheckClient
  import FoundationShim
  import TestSupport
  import UIKitShim

  extension Device {
    var sessions: SessionStage { .of(stage) }
    var app: AppStage { .of(stage) }
    var mac: MacStage { .of(stage) }
    var activities: ActivityStage { .of(stage) }
  }

  /// A stand-in for SwiftUI's `WebAuthenticationSession` action, which finds the window by itself.
  enum ScriptedAction {
    @MainActor
    static func authenticate(
      url: URL, callback: ASWebAuthenticationSession.Callback, cookies: SheetCookies
    ) async throws -> URL {
      let provider = Window()
      let (stream, continuation) = AsyncThrowingStream<URL, any Error>.makeStream()
      let session = ASWebAuthenticationSession(url: url, callback: callback) {
        @Sendable url, error in
        if let url { continuation.yield(url) }
        continuation.finish(throwing: error)
      }
      session.presentationContextProvider = provider
      session.prefersEphemeralWebBrowserSession = cookies == .ephemeral
      // The view keeps the session until its page is gone.
      AppleStage.current.part(Kept.self) { Kept() }.sessions.append(session)
      guard session.start() else { throw ASWebAuthenticationSessionError(.canceledLogin) }
      nonisolated(unsafe) let shown = session
      return try await withTaskCancellationHandler {
        for try await url in stream { return url }
        throw CancellationError()
      } onCancel: {
        shown.cancel()
      }
    }

    private final class Kept {
      var sessions: [ASWebAuthenticationSession] = []
    }

    @MainActor
    private final class Window: NSObject, ASWebAuthenticationPresentationContextProviding {
      func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        UIApplication.shared.connectedScenes.lazy.compactMap { ($0 as? UIWindowScene)?.keyWindow }
          .first ?? UIWindow()
      }
    }
  }
#endif
