// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs in with a grant of the token endpoint that needs no browser.
public struct GrantSignIn: DirectSignIn {
  /// What is exchanged for the tokens.
  public let grant: DirectGrant
  /// What is asked for.
  public let scopes: [Scope]
  /// Parameters the provider wants besides those of the protocol.
  public let extra: Parameters

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - grant: What is exchanged for the tokens.
  ///   - scopes: What is asked for; empty leaves it to the provider.
  ///   - extra: Parameters the provider wants besides those of the protocol.
  public init(_ grant: DirectGrant, scopes: [Scope] = [], extra: Parameters = [:]) {
    self.grant = grant
    self.scopes = scopes
    self.extra = extra
  }

  /// Asks the token endpoint.
  public func session(
    at site: SignInSite, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let tokenEndpoint = try site.metadata.requiredTokenEndpoint
    let tokens = try await site.perform(
      DirectExchange(
        grant, scopes: scopes, client: site.client, tokenEndpoint: tokenEndpoint, extra: extra,
        dialect: site.dialect))
    return try await site.session(of: tokens, scopes: scopes, storedAs: name)
  }
}

extension DirectSignIn where Self == GrantSignIn {
  /// With a person's name and password, typed into this program: for providers that know nothing better.
  /// RFC 9700 §2.4 forbids it to everybody else.
  public static func password(
    username: String, password: Secret, scopes: [Scope] = []
  ) -> GrantSignIn {
    GrantSignIn(.password(username: username, password: password), scopes: scopes)
  }
}
