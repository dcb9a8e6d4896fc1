// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What shows the issuer's pages to the user and returns the authorization response: a browser,
/// never a view inside of the app.
///
/// [RFC 8252 §4.1](https://www.rfc-editor.org/rfc/rfc8252#section-4.1).
public protocol UserAgent: Sendable {
  /// The redirect URI of the next sign-in. A listener for it is open when this returns.
  func redirectURI() async throws -> String

  /// Opens what receives the callback at a redirect URI that was registered as it is.
  ///
  /// - Parameter redirectURI: The registered redirect URI.
  /// - Throws: `misused` naming `redirect` when this user agent cannot receive it; `connectionFailed` when
  ///   what receives it is not available now. No page is shown then.
  func receive(at redirectURI: String) async throws(OAuthError)

  /// Shows the provider's page and waits for the callback.
  ///
  /// - Parameter page: The page, and what its callback carries.
  /// - Returns: The whole address that the browser was sent to. It is not to be trusted yet.
  /// - Throws: `userCancelled`, `timedOut` or `cancelled`; nothing was received then.
  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String

  /// Closes what ``redirectURI()`` or ``receive(at:)`` opened, when no sign-in follows.
  func abandon(redirectURI: String) async

  /// Shows the provider's page that ends its own session.
  ///
  /// - Parameter page: The page, and where the browser comes back to.
  /// - Returns: The whole address that the browser was sent to afterwards; nil when the request
  ///   names none, and the page was only shown.
  /// - Throws: As ``authorize(_:)``; `misused` when there is nothing to show it with.
  func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String?

  /// What becomes of the issuer's own session in this browser.
  var browserSession: BrowserSession { get }

  /// Whether the callback may reach another run of the program, because the system opens the app with it. The
  /// sign-in is stored before its page is shown then, and ``Client/resume(with:)`` finishes it.
  var isResumable: Bool { get }
}

extension UserAgent {
  /// The redirect URI of the next sign-in, with a listener where one is needed.
  ///
  /// - Parameter given: One that is not the user agent's, and was registered as it is.
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

  /// Does nothing, for user agents that receive a callback wherever it arrives.
  public func receive(at redirectURI: String) async throws(OAuthError) {}

  /// Does nothing, for user agents that open nothing.
  public func abandon(redirectURI: String) async {}

  /// For user agents which only sign in.
  public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    throw .misused("userAgent", "This user agent cannot show the page which ends the session.")
  }

  /// The browser keeps its session at the issuer.
  public var browserSession: BrowserSession { .shared }

  /// The callback reaches this run of the program only.
  public var isResumable: Bool { false }
}
