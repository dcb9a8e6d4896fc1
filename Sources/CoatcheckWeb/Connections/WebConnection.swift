// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// Another service at which users of a website have an account that the site may use. Users do not sign
/// in with it, so that it needs no ID tokens.
///
/// ```swift
/// let photos = WebConnection("photos", client, scopes: [.photoGetContentsList])
/// ```
///
/// The sessions are in the client's store under ``WebUser/id``: they belong to the user, outlive the session of the
/// browser, and end when the user disconnects the account. The redirect URI to register is the site's origin with
/// `/auth/callback/` and the name.
public struct WebConnection: Sendable {
  /// The name of the connection in this website, in paths: lower-case letters, digits and `-`.
  public let name: String
  /// The name of the service on pages; the name of the client's provider unless set.
  public var title: String
  /// Further parameters of each authorization request.
  public var authorization = AuthorizationOptions()
  let client: Client
  let scopes: [Scope]

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - name: The name of the connection in paths: lower-case letters, digits and `-`. It differs from
  ///     the names of all providers and connections of the site.
  ///   - client: The website as it is registered with the service, and the store of the sessions.
  ///   - scopes: The scopes to request. Users who connected their accounts with fewer scopes are asked
  ///     again.
  ///   - configure: Changes the properties that have a default.
  public init(
    _ name: String, _ client: Client, scopes: [Scope],
    configure: (inout WebConnection) -> Void = { _ in }
  ) {
    self.name = name
    self.client = client
    self.scopes = scopes
    title = client.provider.name
    configure(&self)
  }

  /// Checks the configuration without a request to the service.
  ///
  /// - Parameter redirectURI: The redirect URI of its callbacks.
  /// - Throws: `misused` naming the argument.
  func check(redirectURI: String) throws(OAuthError) {
    try WebService.check(name: name)
    try WebService.check(authorization)
    try client.provider.dialect.check(client.identity, redirectURI: redirectURI, scopes: scopes)
  }

  /// The stored session of a user with all scopes of the connection; nil when the user has none that can be
  /// used.
  func session(of user: WebUser) async throws(OAuthError) -> Session? {
    try await client.storedSession(with: scopes, user.id)
  }

  /// Stores the session of a user. A session of another account at the service is signed out.
  func keep(_ connected: StoredSession, of user: WebUser) async throws(OAuthError) {
    // The user may have chosen another account at the service.
    if let before = try await client.session(named: user.id), before.account != connected.account {
      await client.signOut(before)
    }
    _ = try await client.keep(connected)
  }

  /// Removes the session of a user, and revokes its tokens.
  func end(of user: WebUser) async throws(OAuthError) {
    try await client.signOut(named: user.id)
  }
}
