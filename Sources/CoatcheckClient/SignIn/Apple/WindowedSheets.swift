// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if os(iOS) || os(visionOS) || os(macOS) || APPLE_SHIM_IOS || APPLE_SHIM_MACOS
  #if APPLE_SHIMS
    import AuthenticationServicesShim
  #else
    import AuthenticationServices
  #endif
  import CoatcheckOAuth
  import Foundation

  #if os(macOS) || APPLE_SHIM_MACOS
    private typealias SystemWindows = AppKitWindows
  #else
    private typealias SystemWindows = UIKitWindows
  #endif

  /// Makes sheets that appear on a window of the app.
  struct WindowedSheets: SheetMaker {
    let cookies: SheetCookies
    let headers: [String: String]
    let environment: RuntimeEnvironment
    let anchor: WebAuthenticationSessionAgent.Anchor?

    func sheet(
      for request: SheetRequest, ended: @escaping @Sendable (SheetEnd) -> Void
    ) async throws(OAuthError) -> any WebSheet {
      let window = SheetWindow(try await SystemWindows.window(anchor, environment))
      let session = ASWebAuthenticationSession(request, headers: headers, ended: ended)
      session.presentationContextProvider = window
      session.prefersEphemeralWebBrowserSession = cookies == .ephemeral
      return SystemSheet(session, on: window)
    }
  }

  /// Tells a session its window.
  @MainActor
  private final class SheetWindow: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let window: ASPresentationAnchor

    init(_ window: ASPresentationAnchor) { self.window = window }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
      window
    }
  }
#endif
