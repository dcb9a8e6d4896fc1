// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation
import Logging

/// Requests for access. Each ends with one notification: ``NSNotification/Name/NXOAuth2AccountStoreAccountsDidChange``
/// with the new account, or ``NSNotification/Name/NXOAuth2AccountStoreDidFailToRequestAccess``.
extension NXOAuth2AccountStore {
  /// Signs a user in with a browser: the one that ``NXOAuth2Surroundings/openURL`` opens, or the sign-in sheet of
  /// the system.
  public func requestAccessToAccount(withType accountType: String!) {
    begin(accountType) { client, settings in
      if let openURL = surroundings.openURL {
        if let url = client.authorizationURL(withRedirectURL: settings.redirect) { openURL(url) }
        return
      }
      client.with { $0.authenticate(by: .code) }
    }
  }

  /// Begins the flow with a browser, whose page the app opens.
  ///
  /// The page is for a browser, or for the sign-in sheet of the system; not for a web view inside of the app,
  /// where the app could read the user's password (RFC 8252 §8.12). The log says so.
  ///
  /// - Parameters:
  ///   - accountType: The type.
  ///   - aPreparedAuthorizationURLHandler: Opens the page.
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

  /// Signs in with a user's name and password, as ``NXOAuth2Client/authenticate(withUsername:password:)``.
  public func requestAccessToAccount(
    withType accountType: String!, username: String!, password: String!
  ) {
    begin(accountType) { client, _ in
      client.authenticate(withUsername: username, password: password)
    }
  }

  /// Signs in with an assertion, in the form of draft 10.
  public func requestAccessToAccount(
    withType accountType: String!, assertionType: URL!, assertion: String!
  ) {
    begin(accountType) { client, _ in
      client.authenticate(withAssertionType: assertionType, assertion: assertion)
    }
  }

  /// Gets access for the client itself, without a user.
  public func requestClientCredentialsAccess(withType accountType: String!) {
    begin(accountType) { client, _ in client.authenticateWithClientCredentials() }
  }

  /// Takes an address that the app was opened with.
  ///
  /// - Returns: Whether it is the response to a flow that was begun here: by its `state`, and not by the beginning
  ///   of the redirect URL.
  public func handleRedirectURL(_ URL: URL!) -> Bool {
    pending.values.contains { $0.openRedirectURL(URL) }
  }

  /// As ``handleRedirectURL(_:)``.
  ///
  /// - Throws: As ``NXOAuth2Client/openRedirectURL(_:error:)``.
  public func handleRedirectURL(_ aURL: URL!, error: ()) throws {
    guard handleRedirectURL(aURL) else { throw RedirectError.foreign }
    if let error = RedirectError.reported(by: aURL) { throw error }
  }

  /// Begins a flow of a type. An earlier one of the type that waits for its address is forgotten, as in the old
  /// library.
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
  /// Where browsers come back to.
  fileprivate var redirect: URL? { redirectURL.flatMap { URL(string: $0) } }
}
