// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckClient

/// A service that accounts are of, and how this app is known there.
public struct AccountType: Sendable {
  /// The service.
  public var provider: Provider
  /// The client's id.
  public var id: String
  /// The client's secret. An app on users' own machines has none.
  public var secret: Secret?
  /// Where browsers come back to; nil for types that never use one.
  public var redirectURI: String?
  /// What is asked for.
  public var scopes: [Scope]

  /// A type.
  ///
  /// - Parameters:
  ///   - provider: The service.
  ///   - id: The client's id.
  ///   - secret: The client's secret.
  ///   - redirectURI: Where browsers come back to; nil for types that never use one.
  ///   - scopes: What is asked for.
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

/// A flow that failed.
public struct AccountTypeFailure: Sendable, Equatable {
  /// The type.
  public let type: String
  /// Why.
  public let error: OAuthError
}
