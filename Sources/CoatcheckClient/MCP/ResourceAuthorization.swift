// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// How a program gets tokens for an API.
public enum ResourceAuthorization: Sendable {
  /// The user is asked in a browser.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the issuer's pages.
  ///   - redirectURI: Where answers arrive; the user agent's own address unless given.
  case user(any UserAgent, redirectURI: String? = nil)
  /// With a grant that needs no user: the client's own credentials, or an assertion that is made
  /// for the issuer.
  case grant(@Sendable (_ server: ServerMetadata, _ resource: Endpoint) async throws -> DirectGrant)

  /// With the client's own credentials.
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
