// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation
import Logging

/// Sign-ins. Each ends with one notification:
/// ``NSNotification/Name/NXOAuth2AccountStoreAccountsDidChange`` with the new account, or
/// ``NSNotification/Name/NXOAuth2AccountStoreDidFailToRequestAccess``.
extension NXOAuth2AccountStore {
  /// Signs a user in with a browser: the one that ``NXOAuth2Surroundings/openURL`` opens, or the sign-in
  /// sheet of the system.
  ///
  /// New code calls `AccountTypes.authorizationURL(_:options:)`, or `AccountTypes.signIn(_:by:storedAs:)`
  /// with `.code`.
  ///
  /// - Parameter accountType: The name of the account type.
  public func requestAccessToAccount(withType accountType: String!) {
    begin(accountType) { client, settings in
      if let openURL = surroundings.openURL {
        if let url = client.authorizationURL(withRedirectURL: settings.redirect) { openURL(url) }
        return
      }
      client.with { $0.authenticate(by: .code) }
    }
  }

  /// Begins the code flow with a page that the app opens. The app passes the authorization response to
  /// ``handleRedirectURL(_:)``.
  ///
  /// The page has to be opened in a browser or in the sign-in sheet of the system, not in a web view of
  /// the app, where the app could read the user's password:
  /// [RFC 8252 §8.12](https://www.rfc-editor.org/rfc/rfc8252#section-8.12). The log has a notice about
  /// it.
  ///
  /// New code calls `AccountTypes.authorizationURL(_:options:)`.
  ///
  /// - Parameters:
  ///   - accountType: The name of the account type.
  ///   - aPreparedAuthorizationURLHandler: Called with the authorization request URL, to open it; not
  ///     called when the account type lacks something.
  public func requestAccessToAccount(
    withType accountType: String!,
    withPreparedAuthorizationURLHandler aPreparedAuthorizationURLHandler:
      NXOAuth2PreparedAuthorizationURLHandler!
  ) {
    begin(accountType) { client, settings in
      surroundings.logger.notice(
        "the prepared page is for a browser: in a web view of the app many services refuse it")
      if let url = client.authorizationURL(withRedirectURL: settings.redirect) {
        aPreparedAuthorizationURLHandler?(url)
      }
    }
  }

  /// Signs in with a username and a password, as ``NXOAuth2Client/authenticate(withUsername:password:)``.
  ///
  /// New code calls `AccountTypes.signIn(_:by:storedAs:)` with `.password`.
  ///
  /// - Parameters:
  ///   - accountType: The name of the account type.
  ///   - username: The username.
  ///   - password: The password.
  public func requestAccessToAccount(
    withType accountType: String!, username: String!, password: String!
  ) {
    begin(accountType) { client, _ in
      client.authenticate(withUsername: username, password: password)
    }
  }

  /// Signs in with an assertion, in the form of draft 10 of OAuth 2.0.
  ///
  /// New code calls `AccountTypes.signIn(_:by:storedAs:)`, or
  /// `CallbackClient.authenticate(assertion:type:form:)`.
  ///
  /// - Parameters:
  ///   - accountType: The name of the account type.
  ///   - assertionType: The type of the assertion, an absolute URI.
  ///   - assertion: The assertion.
  public func requestAccessToAccount(
    withType accountType: String!, assertionType: URL!, assertion: String!
  ) {
    begin(accountType) { client, _ in
      client.authenticate(withAssertionType: assertionType, assertion: assertion)
    }
  }

  /// Requests an access token for the client itself, without a user: the client credentials grant.
  ///
  /// New code calls `AccountTypes.signIn(_:by:storedAs:)`, or
  /// `CallbackClient.authenticateWithClientCredentials()`.
  ///
  /// - Parameter accountType: The name of the account type.
  public func requestClientCredentialsAccess(withType accountType: String!) {
    begin(accountType) { client, _ in client.authenticateWithClientCredentials() }
  }

  /// Completes a sign-in with the address that the app was opened with.
  ///
  /// New code calls `AccountTypes.handleRedirect(_:storedAs:)`.
  ///
  /// - Parameter URL: The whole address, with its query and fragment.
  /// - Returns: Whether the address is the response to a sign-in that was begun here: by its `state`, and
  ///   not only by the beginning of the redirect URI.
  public func handleRedirectURL(_ URL: URL!) -> Bool {
    pending.values.contains { $0.openRedirectURL(URL) }
  }

  /// Completes a sign-in as ``handleRedirectURL(_:)``, and throws the error that the address reports.
  ///
  /// - Parameters:
  ///   - aURL: The whole address, with its query and fragment.
  ///   - error: An empty tuple, where Objective-C has a pointer to an error.
  /// - Throws: An `NSError`, as ``NXOAuth2Client/openRedirectURL(_:error:)``.
  public func handleRedirectURL(_ aURL: URL!, error: ()) throws {
    guard handleRedirectURL(aURL) else { throw RedirectError.foreign }
    if let error = RedirectError.reported(by: aURL) { throw error }
  }

  /// Begins a sign-in for an account type. As in the old library, an earlier sign-in of the same type that
  /// waits for its redirect is discarded.
  private func begin(
    _ accountType: String!, _ flow: (NXOAuth2Client, ClientSettings) -> Void
  ) {
    let type: String = accountType ?? ""
    let identifier = surroundings.environment.token(bytes: 16)
    guard let client = client(type, identifier: identifier) else {
      return failed(
        type,
        .misused(
          "accountType",
          "The account type was not set, or lacks the client's id, the authorize or the token URL.")
      )
    }
    pending[type] = client
    client.observer = { [weak self, weak client] event in
      guard let self, let client else { return }
      switch event {
      case .got: signedIn(type, client, identifier: identifier)
      case .failed(let error): failed(type, error)
      case .needs, .refreshed, .lost: break
      }
    }
    flow(client, client.settings)
  }

  private func failed(_ type: String, _ error: OAuthError) {
    NotificationCenter.default.post(
      name: .NXOAuth2AccountStoreDidFailToRequestAccess, object: self,
      userInfo: [
        kNXOAuth2AccountStoreAccountType: type, NXOAuth2AccountStoreErrorKey: error.nsError,
      ])
  }
}

extension ClientSettings {
  /// The redirect URI.
  fileprivate var redirect: URL? { redirectURL.flatMap { URL(string: $0) } }
}
