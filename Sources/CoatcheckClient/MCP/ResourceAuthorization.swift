// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// How a ``ResourceAccess`` gets tokens for an API.
public enum ResourceAuthorization: Sendable {
  /// The user signs in by the authorization code flow.
  ///
  /// - Parameters:
  ///   - userAgent: Shows the pages of the authorization server.
  ///   - redirectURI: The registered redirect URI; nil for the user agent's own.
  case user(any UserAgent, redirectURI: String? = nil)
  /// A grant that needs no user: the client credentials grant, or an assertion that is made for the
  /// authorization server. An error of the closure that is not an `OAuthError` becomes `misused` naming
  /// `grant`.
  case grant(@Sendable (_ server: ServerMetadata, _ resource: Endpoint) async throws -> DirectGrant)

  /// The client credentials grant.
  public static let credentials = ResourceAuthorization.grant { _, _ in .clientCredentials }

  /// Gets the tokens.
  func session(
    in context: SignInContext, for found: ResourceDiscovery.Found, scopes: [Scope],
    storedAs name: String
  ) async throws(OAuthError) -> StoredSession {
    switch self {
    case .user(let agent, let redirectURI):
      try requirePKCE(found)
      var options = AuthorizationOptions()
      options.resources = [found.resource.text]
      return try await CodeFlow(context).signIn(
        with: agent, redirectURI: redirectURI, scopes: scopes, options: options, storedAs: name)
    case .grant(let make):
      return try await session(by: make, in: context, for: found, scopes: scopes, storedAs: name)
    }
  }

  private func session(
    by make: @Sendable (ServerMetadata, Endpoint) async throws -> DirectGrant,
    in context: SignInContext,
    for found: ResourceDiscovery.Found, scopes: [Scope], storedAs name: String
  ) async throws(OAuthError) -> StoredSession {
    let grant: DirectGrant
    do {
      grant = try await make(context.metadata, found.resource)
    } catch {
      throw OAuthError.known(error) ?? .misused("grant", "The program has no grant for this API.")
    }
    let resources = [found.resource.text]
    let tokens = try await context.perform(
      DirectExchange(
        grant, scopes: scopes, client: context.client,
        tokenEndpoint: context.metadata.requiredTokenEndpoint, resources: resources))
    var session = try await context.session(of: tokens, scopes: scopes, storedAs: name)
    session.resources = resources
    if case .clientCredentials = grant {
      session.renewal = .clientCredentials(scopes: scopes, extra: ["resource": found.resource.text])
    }
    return session
  }

  /// MCP: "If code_challenge_methods_supported is absent, the authorization server does not support
  /// PKCE and MCP clients MUST refuse to proceed."
  private func requirePKCE(_ found: ResourceDiscovery.Found) throws(OAuthError) {
    guard found.isDocumented else { return }
    guard found.server.codeChallengeMethodsSupported?.contains(PKCE.method) == true else {
      throw .unreadable(
        .metadataMalformed,
        "The metadata of the authorization server does not list PKCE with S256.",
        parameter: "code_challenge_methods_supported")
    }
  }
}
