// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs in with a grant that is sent to the token endpoint without a browser.
///
/// Scopes, resources, details and extra parameters that it does not have itself are those of the sign-in:
/// `client.signIn(using: .grant(grant), scopes: [.email])`.
public struct GrantSignIn: SignInFlow {
  /// The grant of the token request.
  public let grant: DirectGrant
  /// The scopes to request; empty leaves them to the authorization server.
  public let scopes: [Scope]
  /// The resource servers where the tokens will be used, as absolute URIs
  /// ([RFC 8707](https://www.rfc-editor.org/rfc/rfc8707)).
  public let resources: [String]
  /// Permissions in more detail than scopes can say
  /// ([RFC 9396](https://www.rfc-editor.org/rfc/rfc9396)).
  public let details: [AuthorizationDetail]
  /// Parameters that the provider requires besides those of the protocol.
  public let extra: Parameters

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - grant: The grant of the token request.
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  ///   - resources: The resource servers where the tokens will be used, as absolute URIs.
  ///   - details: Permissions in more detail than scopes can say.
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

  /// Sends the token request, and verifies the ID token if there is one.
  ///
  /// - Throws: `refused` when the authorization server refuses the grant; `unreadable` when the
  ///   response or its ID token is invalid, or the provider has no token endpoint; what the transport
  ///   throws.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    let (request, options) = (context.request, context.request.options)
    let scopes = scopes.isEmpty ? request.scopes : scopes
    let resources = resources.isEmpty ? options.resources : resources
    let details = details.isEmpty ? options.details : details
    var exchange = DirectExchange(
      grant, scopes: scopes, client: context.client, tokenEndpoint: tokenEndpoint,
      resources: resources, dialect: context.dialect)
    (exchange.details, exchange.extra) = (details, extra.isEmpty ? options.extra : extra)
    let tokens = try await context.perform(exchange)
    var session = try await context.session(of: tokens, scopes: scopes, storedAs: name)
    // A refresh requests the same resources.
    session.resources = resources
    if tokens.details == nil { session.details = details }
    return session
  }
}

extension SignInFlow where Self == GrantSignIn {
  /// With any grant that is sent to the token endpoint without a browser.
  ///
  /// - Parameters:
  ///   - grant: The grant of the token request.
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  public static func grant(_ grant: DirectGrant, scopes: [Scope] = []) -> GrantSignIn {
    GrantSignIn(grant, scopes: scopes)
  }

  /// With a token exchange: a token of another issuer or client for a session of this client.
  ///
  /// [RFC 8693 §2](https://www.rfc-editor.org/rfc/rfc8693#section-2).
  ///
  /// - Parameters:
  ///   - grant: The subject token, the actor token and the requested token type.
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  public static func tokenExchange(
    _ grant: TokenExchangeGrant, scopes: [Scope] = []
  ) -> GrantSignIn {
    GrantSignIn(.tokenExchange(grant), scopes: scopes)
  }

  /// With the user's name and password, entered into this program
  /// ([RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3)): only for providers that
  /// offer no other grant.
  ///
  /// [RFC 9700 §2.4](https://www.rfc-editor.org/rfc/rfc9700#section-2.4) forbids it otherwise.
  ///
  /// - Parameters:
  ///   - username: The user's name at the authorization server, as the user entered it.
  ///   - password: The password, as the user entered it. It is sent once and not stored.
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  public static func password(
    username: String, password: Secret, scopes: [Scope] = []
  ) -> GrantSignIn {
    GrantSignIn(.password(username: username, password: password), scopes: scopes)
  }
}
