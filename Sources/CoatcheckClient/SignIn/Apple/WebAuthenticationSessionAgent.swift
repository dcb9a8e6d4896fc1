// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if canImport(AuthenticationServices) || APPLE_SHIMS
  public import CoatcheckOAuth

  /// Signs in with the sheet of Apple's systems, `ASWebAuthenticationSession`: the provider's page in
  /// the system's browser, above the app.
  ///
  /// ```swift
  /// let client = Client(of: provider, id: "…", store: .system) {
  ///   $0.redirect = .fixed("com.example.app:/callback")
  ///   $0.userAgent = WebAuthenticationSessionAgent { view.window }
  /// }
  /// ```
  ///
  /// An app needs to make one only where the defaults do not fit: without a user agent the client
  /// makes one itself, and finds the window that the user works in.
  ///
  /// The sheet receives a redirect URI with a scheme of the app's own, which needs no entry in
  /// `Info.plist`, or an `https` one without a port, whose host lists the app under
  /// `webcredentials`. A system shows one sheet in each app: a newer sign-in ends an older one with
  /// `cancelled`. The task of the sign-in can be cancelled, by a button for example: when the device
  /// was locked at the wrong moment, the system never reports an end.
  /// [RFC 8252 §7](https://www.rfc-editor.org/rfc/rfc8252#section-7),
  /// [ASWebAuthenticationSession](https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession).
  public struct WebAuthenticationSessionAgent: UserAgent {
    var sheets: SheetUserAgent

    /// The redirect URI that was given at creation.
    ///
    /// - Throws: `misused` naming `redirectURI` when none was given.
    public func redirectURI() async throws(OAuthError) -> String { try sheets.givenRedirectURI() }

    /// Shows the page and waits for the callback.
    ///
    /// - Throws: `userCancelled` when the user closes the sheet, or denies at the question of the
    ///   system; `timedOut` (and `OAuthError.isUnanswered`) at the deadline; `cancelled` at once
    ///   when the task is cancelled, and when a newer sign-in shows its page; `misused` naming
    ///   `redirectURI`, `responseMode`, `anchor` or `sheet` when no sheet can be shown;
    ///   `callbackMalformed` when the page leads to another address of the app; `connectionFailed`
    ///   for other errors of the system. A later sign-in is not hindered by any of them.
    public func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      try await sheets.authorize(page)
    }

    /// Shows the page that ends the login session at the provider.
    ///
    /// - Returns: The URL that the browser returned to; nil for a page without a callback, which the
    ///   user closed.
    /// - Throws: As ``authorize(_:)``.
    public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
      try await sheets.endSession(page)
    }

    /// Whether the login session at the provider stays in the browser.
    public var browserSession: BrowserSession { sheets.browserSession }
  }
#endif
