// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import CoatcheckFoundation

/// Signs a user in with the hybrid flow, or the implicit flow with an ID token, for providers that
/// offer nothing better: legacy.
///
/// ```swift
/// let session = try await client.signIn(
///   using: .hybrid(
///     .codeIDToken, with: browser, scopes: [.openID], because: "the bank's profile of 2018"))
/// ```
///
/// `HybridTransaction` explains the weaknesses of the flow.
public struct HybridSignIn: ResumableSignInFlow {
  private let responseType: HybridTransaction.ResponseType
  private let userAgent: (any UserAgent)?
  private let redirectURI: String?
  private let scopes: [Scope]
  private let options: AuthorizationOptions
  private let reason: String

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - responseType: What the authorization response contains: the code, the ID token, the access
  ///     token.
  ///   - userAgent: Shows the provider's page, and returns the whole callback with its fragment; nil
  ///     for the client's. A listener on a port cannot: browsers do not send fragments.
  ///   - redirectURI: The redirect URI as it was registered; nil for that of the client or the user
  ///     agent.
  ///   - scopes: The scopes to request; `openid` has to be one of them.
  ///   - options: Further parameters of the authorization request.
  ///   - reason: Why no other flow is possible, for readers of the code.
  public init(
    _ responseType: HybridTransaction.ResponseType, userAgent: (any UserAgent)? = nil,
    redirectURI: String? = nil, scopes: [Scope],
    options: AuthorizationOptions = AuthorizationOptions(), because reason: String
  ) {
    self.responseType = responseType
    self.userAgent = userAgent
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.options = options
    self.reason = reason
  }

  /// Shows the provider's page, verifies the ID token of the callback, and redeems the code if there is
  /// one.
  ///
  /// - Throws: What `HybridTransaction`, the user agent and the rules of ID tokens throw; `misused`
  ///   naming `responseType` for a response type without an access token: ``identity(in:)`` is for
  ///   that. There is no session then.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try checkAccess()
    return try await context.session(
      with: context.userAgent(userAgent), redirectURI: redirectURI ?? context.redirectURI,
      storedAs: name
    ) { uri throws(OAuthError) in try await begun(in: context, redirectURI: uri) }
  }

  /// Creates the authorization request and the pending sign-in.
  ///
  /// - Throws: As ``session(in:storedAs:)``.
  public func begin(
    in context: SignInContext, redirectURI: String, storedAs name: String?
  ) async throws(OAuthError) -> BegunSignIn {
    try checkAccess()
    let (transaction, url) = try await begun(
      in: context, redirectURI: self.redirectURI ?? redirectURI)
    return BegunSignIn(transaction, at: url, in: context, storedAs: name)
  }

  private func checkAccess() throws(OAuthError) {
    guard responseType != .idToken else {
      throw .misused("responseType", "An ID token alone brings no access, so there is no session.")
    }
  }

  /// Authenticates the user without a session: for a response with an ID token.
  ///
  /// - Returns: The claims of the verified ID token.
  /// - Throws: `misused` naming `responseType` when the response has no ID token; else as
  ///   ``session(in:storedAs:)``.
  public func identity(in context: SignInContext) async throws(OAuthError) -> IDToken {
    guard responseType.hasIDToken else {
      throw .misused("responseType", "No ID token comes through the browser.")
    }
    let userAgent = try context.userAgent(userAgent)
    let uri = try await userAgent.receivingURI(redirectURI ?? context.redirectURI)
    let reply: HybridTransaction.Reply
    do throws(OAuthError) {
      let (transaction, url) = try await begun(in: context, redirectURI: uri)
      let callback = try await userAgent.authorize(
        AuthorizationPage(url, of: transaction.transaction))
      reply = try transaction.reply(from: callback, at: context.environment.now())
    } catch {
      await userAgent.abandon(redirectURI: uri)
      throw error
    }
    guard let identity = try await reply.transaction.identity(in: reply, for: context) else {
      throw .unreadable(.callbackMalformed, "The callback has no ID token.", parameter: "id_token")
    }
    return identity
  }

  /// The sign-in and the URL to open, which has the whole request or the `request_uri` of a pushed one.
  private func begun(
    in context: SignInContext, redirectURI: String
  ) async throws(OAuthError) -> (HybridTransaction, URL) {
    let runtime = context.context.runtime
    let profile = try await runtime.profile.withKey(of: context.metadata, from: runtime.keys)
    let (transaction, request) = try HybridTransaction.prepare(
      responseType, metadata: context.metadata, client: context.client, redirectURI: redirectURI,
      scopes: scopes, options: options, profile: profile, dialect: context.dialect,
      environment: context.environment, because: reason)
    let endpoint = try context.metadata.requiredAuthorizationEndpoint
    guard context.metadata.pushes(options, profile) else {
      return (transaction, try request.url(at: endpoint, spaces: .percent))
    }
    let pushed = try await context.perform(
      PushedAuthorizationExchange(
        request, client: context.client, endpoint: try context.metadata.requiredPushingEndpoint))
    return (transaction, try pushed.url(at: endpoint, clientID: context.client.id))
  }
}

extension SignInFlow where Self == HybridSignIn {
  /// With the hybrid flow, for providers that offer nothing better: legacy.
  ///
  /// - Parameters:
  ///   - responseType: What the authorization response contains: the code, the ID token, the access
  ///     token.
  ///   - userAgent: Shows the provider's page, and returns the whole callback with its fragment; nil
  ///     for the client's.
  ///   - scopes: The scopes to request; `openid` has to be one of them.
  ///   - reason: Why no other flow is possible, for readers of the code.
  public static func hybrid(
    _ responseType: HybridTransaction.ResponseType, with userAgent: (any UserAgent)? = nil,
    scopes: [Scope], because reason: String
  ) -> HybridSignIn {
    HybridSignIn(responseType, userAgent: userAgent, scopes: scopes, because: reason)
  }
}
