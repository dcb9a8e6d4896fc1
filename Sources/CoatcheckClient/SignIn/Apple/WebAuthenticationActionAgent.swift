// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if canImport(AuthenticationServices) || APPLE_SHIMS
  #if APPLE_SHIMS
    public import AuthenticationServicesShim
  #else
    public import AuthenticationServices
  #endif
  public import CoatcheckOAuth
  public import Foundation

  /// Signs in with the sheet that SwiftUI shows by its environment value `webAuthenticationSession`.
  ///
  /// ```swift
  /// @Environment(\.webAuthenticationSession) private var session
  ///
  /// let agent = WebAuthenticationActionAgent { url, callback, cookies in
  ///   try await session.authenticate(
  ///     using: url, callback: callback,
  ///     preferredBrowserSession: cookies == .ephemeral ? .ephemeral : .shared,
  ///     additionalHeaderFields: [:])
  /// }
  /// ```
  ///
  /// The view finds the window, so it also works on tvOS and watchOS. All else is as with
  /// ``WebAuthenticationSessionAgent``.
  public struct WebAuthenticationActionAgent: UserAgent {
    /// Shows the page at `url` until it is redirected to `callback`, with the browser's cookies or
    /// separate ones, and returns the whole callback URL.
    public typealias Action =
      @MainActor @Sendable (
        _ url: URL, _ callback: ASWebAuthenticationSession.Callback, _ cookies: SheetCookies
      ) async throws -> URL

    var sheets: SheetUserAgent

    /// Creates a user agent.
    ///
    /// - Parameters:
    ///   - redirectURI: The redirect URI as it was registered; nil if the flow has it.
    ///   - cookies: Whether the page shares the cookies of the browser.
    ///   - deadline: How long the user may take; 300 seconds unless given.
    ///   - environment: Waits for the deadline.
    ///   - authenticate: Shows a page with the environment value.
    public init(
      redirectURI: String? = nil, cookies: SheetCookies = .shared,
      deadline: Duration = .seconds(300), environment: RuntimeEnvironment = .live,
      authenticate: @escaping Action
    ) {
      sheets = SheetUserAgent(
        redirectURI: redirectURI, cookies: cookies, deadline: deadline, environment: environment,
        maker: ActionSheets(cookies: cookies, action: authenticate))
    }

    /// The redirect URI that was given at creation.
    ///
    /// - Throws: `misused` naming `redirectURI` when none was given.
    public func redirectURI() async throws(OAuthError) -> String { try sheets.givenRedirectURI() }

    /// Shows the page and waits for the callback.
    ///
    /// - Throws: As ``WebAuthenticationSessionAgent/authorize(_:)``.
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

  private struct ActionSheets: SheetMaker {
    let cookies: SheetCookies
    let action: WebAuthenticationActionAgent.Action

    func sheet(
      for request: SheetRequest, ended: @escaping @Sendable (SheetEnd) -> Void
    ) async throws(OAuthError) -> any WebSheet {
      ActionSheet { [action, cookies] in
        do {
          let url = try await action(request.url, .closing(request.callback), cookies)
          ended(SheetEnd(url, nil))
        } catch {
          ended(SheetEnd(nil, error))
        }
      }
    }
  }

  /// One call of the action. Whether the action heeds a cancellation is not documented, and not
  /// relied upon.
  @MainActor
  private final class ActionSheet: WebSheet {
    private let work: @MainActor @Sendable () async -> Void
    private var task: Task<Void, Never>?

    init(_ work: @escaping @MainActor @Sendable () async -> Void) { self.work = work }

    func start() -> Bool {
      task = Task { [work] in await work() }
      return true
    }

    func cancel() { task?.cancel() }
  }
#endif
