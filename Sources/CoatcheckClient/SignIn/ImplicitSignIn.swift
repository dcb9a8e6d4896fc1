// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
public import CoatcheckOAuth

/// Signs a user in with the implicit flow, for providers that offer no other flow: legacy.
///
/// ```swift
/// let session = try await client.signIn(
///   using: .implicit(
///     with: browser, scopes: ["read"], because: "the provider has no codes for apps"))
/// ```
///
/// `ImplicitTransaction` explains the weaknesses of the flow. Its session is
/// like any other: if the response had a refresh token, it is refreshed.
public struct ImplicitSignIn: ResumableSignInFlow {
  private let userAgent: (any UserAgent)?
  private let redirectURI: String?
  private let scopes: [Scope]
  private let extra: Parameters
  private let reason: String

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - userAgent: Shows the provider's page, and returns the whole callback with its fragment, such
  ///     as a ``CallbackUserAgent``; nil for the client's. A listener on a port cannot: browsers do not
  ///     send fragments.
  ///   - redirectURI: The redirect URI as it was registered; nil for that of the client or the user
  ///     agent.
  ///   - scopes: The scopes to request.
  ///   - extra: Parameters that the provider requires besides those of the protocol.
  ///   - reason: Why no other flow is possible, for readers of the code.
  public init(
    userAgent: (any UserAgent)? = nil, redirectURI: String? = nil, scopes: [Scope],
    extra: Parameters = [:], because reason: String
  ) {
    self.userAgent = userAgent
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.extra = extra
    self.reason = reason
  }

  /// Shows the provider's page, and reads the tokens from the callback.
  ///
  /// - Throws: What `ImplicitTransaction` and the user agent throw; there is no session then.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try await context.session(
      with: context.userAgent(userAgent), redirectURI: redirectURI ?? context.redirectURI,
      storedAs: name
    ) { uri throws(OAuthError) in try begun(in: context, redirectURI: uri) }
  }

  /// Creates the authorization request and the pending sign-in.
  ///
  /// - Throws: What `ImplicitTransaction` throws.
  public func begin(
    in context: SignInContext, redirectURI: String, storedAs name: String?
  ) async throws(OAuthError) -> BegunSignIn {
    let (transaction, url) = try begun(in: context, redirectURI: self.redirectURI ?? redirectURI)
    return BegunSignIn(transaction, at: url, in: context, storedAs: name)
  }

  private func begun(
    in context: SignInContext, redirectURI: String
  ) throws(OAuthError) -> (ImplicitTransaction, URL) {
    try ImplicitTransaction.begin(
      metadata: context.metadata, client: context.client, redirectURI: redirectURI, scopes: scopes,
      extra: extra, dialect: context.dialect, environment: context.environment, because: reason)
  }
}

extension SignInFlow where Self == ImplicitSignIn {
  /// With the implicit flow, for providers that offer no other flow: legacy.
  ///
  /// - Parameters:
  ///   - userAgent: Shows the provider's page, and returns the whole callback with its fragment; nil
  ///     for the client's.
  ///   - scopes: The scopes to request.
  ///   - reason: Why no other flow is possible, for readers of the code.
  public static func implicit(
    with userAgent: (any UserAgent)? = nil, scopes: [Scope], because reason: String
  ) -> ImplicitSignIn {
    ImplicitSignIn(userAgent: userAgent, scopes: scopes, because: reason)
  }
}
