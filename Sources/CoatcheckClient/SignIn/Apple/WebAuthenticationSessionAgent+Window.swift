// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if os(iOS) || os(visionOS) || os(macOS) || APPLE_SHIM_IOS || APPLE_SHIM_MACOS
  #if APPLE_SHIMS
    public import AuthenticationServicesShim
  #else
    public import AuthenticationServices
  #endif
  public import CoatcheckOAuth

  extension WebAuthenticationSessionAgent {
    /// Returns the window that the sheet appears on; nil for the one that the user works in.
    public typealias Anchor = @MainActor @Sendable () -> ASPresentationAnchor?

    /// Creates a user agent.
    ///
    /// - Parameters:
    ///   - redirectURI: The redirect URI as it was registered; nil if the flow has it: a
    ///     client takes it from its ``RedirectPolicy``.
    ///   - cookies: Whether the page shares the cookies of the browser.
    ///   - headers: Header fields of the first request. A name that browsers set themselves
    ///     (`Cookie`, `Host`) makes the sheet fail.
    ///   - deadline: How long the user may take; 300 seconds unless given.
    ///   - environment: Waits for the deadline.
    ///   - anchor: The window that the sheet appears on. An app extension has to give one. A window
    ///     that is made for the purpose has no scene, and no sheet appears on it.
    public init(
      redirectURI: String? = nil, cookies: SheetCookies = .shared, headers: [String: String] = [:],
      deadline: Duration = .seconds(300), environment: RuntimeEnvironment = .live,
      anchor: Anchor? = nil
    ) {
      sheets = SheetUserAgent(
        redirectURI: redirectURI, cookies: cookies, deadline: deadline, environment: environment,
        maker: WindowedSheets(
          cookies: cookies, headers: headers, environment: environment, anchor: anchor))
    }
  }
#endif
