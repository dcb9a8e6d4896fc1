// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs in with a grant of the token endpoint that needs no browser.
public struct GrantSignIn: SignInFlow {
  /// What is exchanged for the tokens.
  public let grant: DirectGrant
  /// What is requested.
  public let scopes: [Scope]
  /// The protected resources that the tokens are wanted for, absolute URIs (RFC 8707).
  public let resources: [String]
  /// Authorization details, finer than scopes (RFC 9396).
  public let details: [AuthorizationDetail]
  /// Parameters that the provider requires besides those of the protocol.
  public let extra: Parameters

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - grant: What is exchanged for the tokens.
  ///   - scopes: The scopes to request; empty leaves them to the provider.
  ///   - resources: The protected resources that the tokens are wanted for, absolute URIs (RFC
  ///     8707).
  ///   - details: Authorization details, finer than scopes (RFC 9396).
  ///   - extra: Parameters that the provider requires besides those of the protocol.
  public init(
    _ grant: DirectGrant, scopes: [Scope] = [], resources: [String] = [],
    details: [AuthorizationDetail] = [], extra: Parameters = [:]
  ) {
    self.grant = grant
    self.scopes = scopes
    self.resources = resources
    self.details = details
    self.extra = extra
  }

  /// Asks the token endpoint.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    var exchange = DirectExchange(
      grant, scopes: scopes, client: context.client, tokenEndpoint: tokenEndpoint,
      resources: resources, dialect: context.dialect)
    (exchange.details, exchange.extra) = (details, extra)
    let tokens = try await context.perform(exchange)
    var session = try await context.session(of: tokens, scopes: scopes, storedAs: name)
    // Refreshed tokens are for the same.
    session.resources = resources
    if tokens.details == nil { session.details = details }
    return session
  }
}

extension SignInFlow where Self == GrantSignIn {
  /// With any grant of the token endpoint that needs no browser.
  ///
  /// - Parameters:
  ///   - grant: What is exchanged for the tokens.
  ///   - scopes: The scopes to request; empty leaves them to the provider.
  public static func grant(_ grant: DirectGrant, scopes: [Scope] = []) -> GrantSignIn {
    GrantSignIn(grant, scopes: scopes)
  }

  /// With a token exchange: a token of another issuer or client for a session of this client.
  ///
  /// [RFC 8693](https://www.rfc-editor.org/rfc/rfc8693).
  ///
  /// - Parameters:
  ///   - grant: The tokens to exchange.
  ///   - scopes: The scopes to request; empty leaves them to the provider.
  public static func tokenExchange(
    _ grant: TokenExchangeGrant, scopes: [Scope] = []
  ) -> GrantSignIn {
    GrantSignIn(.tokenExchange(grant), scopes: scopes)
  }

  /// With the user's name and password, entered into this program: for providers that offer no
  /// other grant. RFC 9700 §2.4 forbids it otherwise.
  public static func password(
    username: String, password: Secret, scopes: [Scope] = []
  ) -> GrantSignIn {
    GrantSignIn(.password(username: username, password: password), scopes: scopes)
  }
}
