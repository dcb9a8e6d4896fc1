// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation

/// The flows. One of them ends with did get or did fail.
extension NXOAuth2Client {
  /// Looks whether there is a valid token: did get, needs authentication, or did fail follows.
  public func requestAccess() {
    with { $0.requestAccess() }
  }

  /// As ``requestAccess()``, and starts a connection again once there is a token.
  public func requestAccessAndRetry(_ retryConnection: NXOAuth2Connection!) {
    with { oauth in
      if (try? await oauth.access()) != nil { retryConnection?.retry() }
    }
  }

  /// Replaces the token: did refresh, did lose or did fail follows.
  public func refreshAccessToken() {
    with { $0.refresh() }
  }

  /// As ``refreshAccessToken()``, and starts a connection again once there is another token.
  public func refreshAccessTokenAndRetry(_ retryConnection: NXOAuth2Connection!) {
    with { oauth in
      guard let session = oauth.session, (try? await session.refresh()) != nil else { return }
      retryConnection?.retry()
    }
  }

  /// Begins the flow with a browser.
  ///
  /// The page is for a browser, or for the sign-in sheet of the system; not for a web view inside of the app,
  /// where the app could read the user's password (RFC 8252 §8.12). Many services refuse those.
  ///
  /// - Parameter redirectURL: Where the response shall arrive, as registered.
  /// - Returns: The address to open; nil when the service was described wrongly, which the delegate is told.
  public func authorizationURL(withRedirectURL redirectURL: URL!) -> URL! {
    do throws(OAuthError) {
      return try oauth().authorizationURL(redirectURI: redirectURL?.absoluteString ?? "")
    } catch {
      told(.failed(error))
      return nil
    }
  }

  /// Takes an address that the app was opened with.
  ///
  /// - Returns: Whether it is the response to a flow that was begun here: by its `state` and the whole redirect
  ///   URL. If so, did get or did fail follows.
  public func openRedirectURL(_ URL: URL!) -> Bool {
    guard let address = URL?.absoluteString, let oauth = try? oauth() else { return false }
    return oauth.handleRedirect(address)
  }

  /// As ``openRedirectURL(_:)``.
  ///
  /// - Throws: An `NSError` of `NXOAuth2ErrorDomain`: the error that the address reports; 0 when it is not the
  ///   response to a flow that was begun here.
  public func openRedirectURL(_ URL: URL!, error: ()) throws {
    guard openRedirectURL(URL) else { throw RedirectError.foreign }
    if let error = RedirectError.reported(by: URL) { throw error }
  }

  /// Signs in with a user's name and password. RFC 9700 §2.4 forbids this flow: the user cannot know what the app
  /// does with the password. It is for services that know nothing better; the log says that it is used.
  public func authenticate(withUsername username: String!, password: String!) {
    with { $0.authenticate(username: username ?? "", password: Secret(password ?? "")) }
  }

  /// As ``authenticate(withUsername:password:)``, by the name that the example of the old guide has.
  public func authorize(withUsername username: String!, password: String!) {
    authenticate(withUsername: username, password: password)
  }

  /// Gets access for the client itself, without a user.
  public func authenticateWithClientCredentials() {
    with { $0.authenticateWithClientCredentials() }
  }

  /// Signs in with an assertion, in the form of draft 10.
  ///
  /// - Parameters:
  ///   - assertionType: What kind of assertion it is.
  ///   - assertion: The assertion.
  public func authenticate(withAssertionType assertionType: URL!, assertion: String!) {
    with {
      $0.authenticate(
        assertion: Secret(assertion ?? ""), type: assertionType?.absoluteString ?? "",
        form: .draft10)
    }
  }
}
