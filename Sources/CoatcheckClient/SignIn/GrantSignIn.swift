// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs in with a grant of the token endpoint that needs no browser.
public struct GrantSignIn: SignInFlow {
  /// What is exchanged for the tokens.
  public let grant: DirectGrant
  /// What is asked for.
  public let scopes: [Scope]
  /// The protected resources that the tokens are wanted for, absolute URIs (RFC 8707).
  public let resources: [String]
  /// What is asked for in more detail than scopes can (RFC 9396).
  public let details: [AuthorizationDetail]
  /// Parameters the provider wants besides those of the protocol.
  public let extra: Parameters

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - grant: What is exchanged for the tokens.
  ///   - scopes: What is asked for; empty leaves it to the provider.
  ///   - resources: The protected resources that the tokens are wanted for, absolute URIs (RFC 8707).
  ///   - details: What is asked for in more detail than scopes can (RFC 9396).
  ///   - extra: Parameters the provider wants besides those of the protocol.
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
  /// With a person's name and password, typed into this program: for providers that know nothing better.
  /// RFC 9700 §2.4 forbids it to everybody else.
  public static func password(
    username: String, password: Secret, scopes: [Scope] = []
  ) -> GrantSignIn {
    GrantSignIn(.password(username: username, password: password), scopes: scopes)
  }
}
