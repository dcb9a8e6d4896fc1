// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckClient

/// The provider of accounts of one type, and this app's registration at it.
public struct AccountType: Sendable {
  /// The provider of the accounts.
  public var provider: Provider
  /// The client id.
  public var id: String
  /// The client secret; nil for a public client, such as an app on the users' own machines.
  public var secret: Secret?
  /// The registered redirect URI; nil for types that do not use a browser.
  public var redirectURI: String?
  /// The scopes that each sign-in requests.
  public var scopes: [Scope]

  /// Creates an account type.
  ///
  /// - Parameters:
  ///   - provider: The provider of the accounts.
  ///   - id: The client id.
  ///   - secret: The client secret; nil for a public client.
  ///   - redirectURI: The registered redirect URI; nil for types that do not use a browser.
  ///   - scopes: The scopes that each sign-in requests.
  public init(
    of provider: Provider, id: String, secret: Secret? = nil, redirectURI: String? = nil,
    scopes: [Scope] = []
  ) {
    self.provider = provider
    self.id = id
    self.secret = secret
    self.redirectURI = redirectURI
    self.scopes = scopes
  }
}

/// A sign-in that failed.
public struct AccountTypeFailure: Sendable, Equatable {
  /// The name of the account type.
  public let type: String
  /// The error of the sign-in.
  public let error: OAuthError
}
