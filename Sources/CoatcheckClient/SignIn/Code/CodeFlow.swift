// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Logging

/// The authorization code flow with PKCE, from the authorization request to verified tokens.
///
/// ```swift
/// let flow = CodeFlow(client.context)
/// let session = try await flow.signIn(with: userAgent, scopes: [.openID])
/// ```
///
/// An app that receives callbacks itself calls ``begin(redirectURI:scopes:options:)``, opens the
/// attempt's URL, and passes the callback to ``SignInAttempt/finish(_:storedAs:)``.
/// [RFC 6749 §4.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1),
/// [OIDC Core §3.1](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth).
public struct CodeFlow: Sendable {
  /// The client and its provider.
  public let context: ClientContext
  /// The sign-in whose key the tokens are bound to; without one, each attempt makes its own key.
  private let signIn: SignInContext?

  /// Creates a flow for one client.
  public init(_ context: ClientContext) {
    self.context = context
    signIn = nil
  }

  /// A flow of one sign-in, whose tokens are bound to its key.
  init(_ signIn: SignInContext) {
    context = signIn.context
    self.signIn = signIn
  }

  /// Creates a sign-in whose authorization request is a URL for the browser. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI as it was registered, an absolute URI.
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - options: Further parameters of the authorization request.
  /// - Throws: `misused` naming the argument that cannot be used, also when the request has to be
  ///   pushed, or encrypted with a key of the authorization server that is not fetched yet:
  ///   ``attempt(redirectURI:scopes:options:)`` does both; `unreadable` when the metadata lacks an
  ///   endpoint or PKCE with S256.
  public func begin(
    redirectURI: String, scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions()
  ) throws(OAuthError) -> SignInAttempt {
    try begun(context.runtime.profile, redirectURI, scopes, options)
  }

  private func begun(
    _ profile: SecurityProfile, _ redirectURI: String, _ scopes: [Scope],
    _ options: AuthorizationOptions
  ) throws(OAuthError) -> SignInAttempt {
    try checkMetadata()
    let (prover, options) = try bound(options)
    let (transaction, url) = try AuthorizationTransaction.begin(
      metadata: context.metadata, client: context.client, redirectURI: redirectURI,
      scopes: scopes, options: options, profile: profile, dialect: context.dialect,
      environment: context.runtime.environment)
    return SignInAttempt(context: context, transaction: transaction, url: url, prover: prover)
  }

  /// Creates a sign-in. Where the authorization server or the options require it, the request is pushed
  /// ([RFC 9126 §2](https://www.rfc-editor.org/rfc/rfc9126#section-2)), and the URL for the browser
  /// contains only its `request_uri`.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI as it was registered, an absolute URI.
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - options: Further parameters of the authorization request.
  /// - Throws: `misused` naming the argument that cannot be used; `unreadable` when the metadata lacks
  ///   an endpoint or PKCE with S256; `refused` when the authorization server refuses the pushed
  ///   authorization request; what the transport throws.
  public func attempt(
    redirectURI: String, scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> SignInAttempt {
    let metadata = context.metadata
    let profile = try await context.runtime.profile.withKey(
      of: metadata, from: context.runtime.keys)
    guard metadata.pushes(options, profile) else {
      return try begun(profile, redirectURI, scopes, options)
    }
    try checkMetadata()
    let (prover, options) = try bound(options)
    let (transaction, request) = try AuthorizationTransaction.prepare(
      metadata: context.metadata, client: context.client, redirectURI: redirectURI,
      scopes: scopes, options: options, profile: profile, dialect: context.dialect,
      environment: context.runtime.environment)
    let (authorization, pushing) = (
      try metadata.requiredAuthorizationEndpoint, try metadata.requiredPushingEndpoint
    )
    let pushed = try await context.perform(
      PushedAuthorizationExchange(request, client: context.client, endpoint: pushing),
      provedBy: prover)
    return SignInAttempt(
      context: context, transaction: transaction,
      url: try pushed.url(at: authorization, clientID: context.client.id), prover: prover)
  }

  /// RFC 9449 §10: the code is bound to the key from the beginning, so that a thief of the code
  /// cannot have tokens for a key of their own.
  private func bound(
    _ options: AuthorizationOptions
  ) throws(OAuthError) -> (DPoPProver?, AuthorizationOptions) {
    guard let prover = try context.proofKey(signIn?.prover) else { return (nil, options) }
    var options = options
    options.dpopThumbprint = prover.thumbprint
    return (prover, options)
  }

  private func checkMetadata() throws(OAuthError) {
    let metadata = context.metadata
    _ = try metadata.requiredTokenEndpoint
    // RFC 7636 §4.2: "If the client is capable of using "S256", it MUST use "S256"".
    if let methods = metadata.codeChallengeMethodsSupported, !methods.contains(PKCE.method) {
      throw .unreadable(
        .metadataMalformed, "The authorization server supports PKCE, but not with S256.",
        parameter: "code_challenge_methods_supported")
    }
  }

  /// Signs a user in with a user agent.
  ///
  /// - Parameters:
  ///   - userAgent: Shows the page of the authorization server and receives the callback.
  ///   - redirectURI: The registered redirect URI; nil for the user agent's own.
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - options: Further parameters of the authorization request.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, verified and not stored yet.
  /// - Throws: As ``attempt(redirectURI:scopes:options:)``, the user agent and
  ///   ``SignInAttempt/finish(_:storedAs:)``; there is no session then, and another attempt can be
  ///   made.
  public func signIn(
    with userAgent: any UserAgent, redirectURI: String? = nil, scopes: [Scope],
    options: AuthorizationOptions = AuthorizationOptions(), storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    let signIn =
      if let signIn { signIn } else { SignInContext(context, prover: try context.proofKey()) }
    return try await signIn.session(with: userAgent, redirectURI: redirectURI, storedAs: name) {
      uri throws(OAuthError) in
      let attempt = try await CodeFlow(signIn).attempt(
        redirectURI: uri, scopes: scopes, options: options)
      context.runtime.logger.debug(
        "sign-in begins", metadata: ["issuer": "\(context.metadata.issuer)"])
      return (attempt.transaction, attempt.url)
    }
  }
}
