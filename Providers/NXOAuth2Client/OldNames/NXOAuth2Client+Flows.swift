// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation

/// The sign-ins. At the end of each the delegate receives `oauthClientDidGetAccessToken` or
/// `didFailToGetAccessTokenWithError`.
extension NXOAuth2Client {
  /// Checks whether there is a valid token. The delegate receives `oauthClientDidGetAccessToken`,
  /// `oauthClientNeedsAuthentication` or `didFailToGetAccessTokenWithError`. New code calls
  /// `CallbackClient.requestAccess()`.
  public func requestAccess() {
    with { $0.requestAccess() }
  }

  /// Requests access as ``requestAccess()``, and starts a connection again once there is a token. New
  /// code need not: a `CallbackConnection` waits for the token itself.
  public func requestAccessAndRetry(_ retryConnection: NXOAuth2Connection!) {
    with { oauth in
      if (try? await oauth.access()) != nil { retryConnection?.retry() }
    }
  }

  /// Refreshes the token. The delegate receives `oauthClientDidRefreshAccessToken`,
  /// `oauthClientDidLoseAccessToken` or `didFailToGetAccessTokenWithError`. New code calls
  /// `CallbackClient.refresh()`.
  public func refreshAccessToken() {
    with { $0.refresh() }
  }

  /// Refreshes the token as ``refreshAccessToken()``, and starts a connection again if that succeeds. New
  /// code need not: a `CallbackConnection` whose token is rejected refreshes it and sends the request
  /// again.
  public func refreshAccessTokenAndRetry(_ retryConnection: NXOAuth2Connection!) {
    with { oauth in
      guard let session = oauth.session, (try? await session.refresh()) != nil else { return }
      retryConnection?.retry()
    }
  }

  /// Begins the code flow: creates an authorization request. New code calls
  /// `CallbackClient.authorizationURL(redirectURI:options:)`.
  ///
  /// The page has to be opened in a browser or in the sign-in sheet of the system, not in a web view of
  /// the app, where the app could read the user's password:
  /// [RFC 8252 §8.12](https://www.rfc-editor.org/rfc/rfc8252#section-8.12). Many services refuse web
  /// views.
  ///
  /// - Parameter redirectURL: The registered redirect URI.
  /// - Returns: The authorization request URL; nil when the configuration is invalid, which is reported
  ///   to the delegate.
  public func authorizationURL(withRedirectURL redirectURL: URL!) -> URL! {
    do throws(OAuthError) {
      return try oauth().authorizationURL(redirectURI: redirectURL?.absoluteString ?? "")
    } catch {
      told(.failed(error))
      return nil
    }
  }

  /// Completes a sign-in with the address that the app was opened with. New code calls
  /// `CallbackClient.handleRedirect(_:)`.
  ///
  /// - Parameter URL: The whole address, with its query and fragment.
  /// - Returns: Whether the address is the response to a sign-in that was begun here: by its `state` and
  ///   the whole redirect URI. If it is, the delegate receives `oauthClientDidGetAccessToken` or
  ///   `didFailToGetAccessTokenWithError`.
  public func openRedirectURL(_ URL: URL!) -> Bool {
    guard let address = URL?.absoluteString, let oauth = try? oauth() else { return false }
    return oauth.handleRedirect(address)
  }

  /// Completes a sign-in as ``openRedirectURL(_:)``, and throws the error that the address reports.
  ///
  /// - Parameters:
  ///   - URL: The whole address, with its query and fragment.
  ///   - error: An empty tuple, where Objective-C has a pointer to an error.
  /// - Throws: An `NSError`. When the address reports an error, its domain is ``NXOAuth2ErrorDomain`` and
  ///   its code the number of the error, 0 for an unknown one. When the address is not the response to a
  ///   sign-in that was begun here, its underlying error has the code `stateMismatch`.
  public func openRedirectURL(_ URL: URL!, error: ()) throws {
    guard openRedirectURL(URL) else { throw RedirectError.foreign }
    if let error = RedirectError.reported(by: URL) { throw error }
  }

  /// Signs in with a username and a password. New code calls
  /// `CallbackClient.authenticate(username:password:)`.
  ///
  /// [RFC 9700 §2.4](https://www.rfc-editor.org/rfc/rfc9700#section-2.4) forbids this grant: the user
  /// cannot know what the app does with the password. It is for authorization servers that support
  /// nothing better; the log has a warning.
  ///
  /// - Parameters:
  ///   - username: The username.
  ///   - password: The password.
  public func authenticate(withUsername username: String!, password: String!) {
    with { $0.authenticate(username: username ?? "", password: Secret(password ?? "")) }
  }

  /// Signs in as ``authenticate(withUsername:password:)``, by the name in the example of the old guide.
  ///
  /// - Parameters:
  ///   - username: The username.
  ///   - password: The password.
  public func authorize(withUsername username: String!, password: String!) {
    authenticate(withUsername: username, password: password)
  }

  /// Requests an access token for the client itself, without a user: the client credentials grant. New
  /// code calls `CallbackClient.authenticateWithClientCredentials()`.
  public func authenticateWithClientCredentials() {
    with { $0.authenticateWithClientCredentials() }
  }

  /// Signs in with an assertion, in the form of draft 10 of OAuth 2.0. New code calls
  /// `CallbackClient.authenticate(assertion:type:form:)`.
  ///
  /// - Parameters:
  ///   - assertionType: The type of the assertion, an absolute URI.
  ///   - assertion: The assertion.
  public func authenticate(withAssertionType assertionType: URL!, assertion: String!) {
    with {
      $0.authenticate(
        assertion: Secret(assertion ?? ""), type: assertionType?.absoluteString ?? "",
        form: .draft10)
    }
  }
}
