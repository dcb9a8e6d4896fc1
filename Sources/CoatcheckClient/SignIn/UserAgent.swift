// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Shows the pages of the authorization server to the user and receives the authorization response: a
/// browser, never a view inside of the app.
///
/// [RFC 8252 §4.1](https://www.rfc-editor.org/rfc/rfc8252#section-4.1).
public protocol UserAgent: Sendable {
  /// The redirect URI of the next sign-in, an absolute URI. A listener for it is open when this
  /// returns.
  ///
  /// - Throws: An error when no callback can be received. A sign-in then ends with it if it is an
  ///   `OAuthError`, else with `connectionFailed`. No page is shown.
  func redirectURI() async throws -> String

  /// Prepares to receive the callback at a registered redirect URI.
  ///
  /// - Parameter redirectURI: The redirect URI as it was registered, an absolute URI.
  /// - Throws: `misused` naming `redirect` when this user agent cannot receive it; `connectionFailed`
  ///   when the listener cannot be opened now. No page is shown then.
  func receive(at redirectURI: String) async throws(OAuthError)

  /// Shows the authorization page and waits for the callback.
  ///
  /// - Parameter page: The page, and the parameters by which its callback is recognized.
  /// - Returns: The whole URL that the browser was redirected to. It is not validated yet.
  /// - Throws: `userCancelled`, `timedOut` or `cancelled`; `misused` when the page cannot be shown.
  ///   Nothing was received then.
  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String

  /// Closes the listener that ``redirectURI()`` or ``receive(at:)`` opened, when no sign-in follows.
  ///
  /// - Parameter redirectURI: The redirect URI of the listener. An unknown one is ignored.
  func abandon(redirectURI: String) async

  /// Shows the page that ends the login session at the provider.
  ///
  /// - Parameter page: The page, and its callback if it has one.
  /// - Returns: The whole URL that the browser was redirected to afterwards; nil for a page without a
  ///   callback, which was only shown.
  /// - Throws: As ``authorize(_:)``; `misused` when the user agent cannot show the page.
  func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String?

  /// Where the login session at the provider is after a sign-in with this user agent.
  var browserSession: BrowserSession { get }

  /// Whether the callback may be received by another run of the program, because the system opens the
  /// app with it. The sign-in is stored before its page is shown then, and ``Client/resume(with:)``
  /// finishes it.
  var isResumable: Bool { get }
}

extension UserAgent {
  /// The redirect URI of the next sign-in, with a listener where one is needed.
  ///
  /// - Parameter given: The registered redirect URI; nil for the user agent's own.
  /// - Throws: What the user agent throws; `connectionFailed` for any other error.
  package func receivingURI(_ given: String? = nil) async throws(OAuthError) -> String {
    if let given {
      try await receive(at: given)
      return given
    }
    do {
      return try await redirectURI()
    } catch {
      throw OAuthError.known(error)
        ?? .unreachable(.connectionFailed, "The user agent cannot receive the answer.")
    }
  }

  /// Does nothing, for user agents that receive any redirect URI.
  public func receive(at redirectURI: String) async throws(OAuthError) {}

  /// Does nothing, for user agents without a listener.
  public func abandon(redirectURI: String) async {}

  /// Throws `misused` naming `userAgent`, for user agents that only sign in.
  public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    throw .misused("userAgent", "This user agent cannot show the page which ends the session.")
  }

  /// Shared: the browser keeps the login session at the provider.
  public var browserSession: BrowserSession { .shared }

  /// False: the callback is received by this run of the program only.
  public var isResumable: Bool { false }
}
