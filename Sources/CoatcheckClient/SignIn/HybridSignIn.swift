// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import CoatcheckFoundation

/// Signs a user in with the hybrid flow, or the implicit one with an ID token, for providers that
/// offer nothing better: legacy.
///
/// ```swift
/// let session = try await client.signIn(
///   using: .hybrid(
///     .codeIDToken, with: browser, scopes: [.openID], because: "the bank's profile of 2018"))
/// ```
///
/// What is wrong with the flow stands at `HybridTransaction`.
public struct HybridSignIn: ResumableSignInFlow {
  private let responseType: HybridTransaction.ResponseType
  private let userAgent: (any UserAgent)?
  private let redirectURI: String?
  private let scopes: [Scope]
  private let options: AuthorizationOptions
  private let reason: String

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - responseType: What shall come through the browser.
  ///   - userAgent: What shows the provider's pages, and gives back the whole callback with its
  ///     fragment; the client's unless given. A listener on a port cannot: browsers do not send fragments.
  ///   - redirectURI: Where the answer arrives; the client's or the user agent's unless given.
  ///   - scopes: The scopes to request; `openid` has to be one of them.
  ///   - options: What else there is to say.
  ///   - reason: Why there is no better way, for readers of the code.
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

  /// Shows the provider's page, verifies the ID token of the callback, and redeems the code if
  /// there is one.
  ///
  /// - Throws: As `HybridTransaction`, the user agent and the rules of ID tokens; there is no
  ///   session then.
  ///   `misused` for a response that brings no access: ``identity(in:)`` is for that.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try checkAccess()
    return try await context.session(
      with: context.userAgent(userAgent), redirectURI: redirectURI ?? context.redirectURI,
      storedAs: name
    ) { uri throws(OAuthError) in try await begun(in: context, redirectURI: uri) }
  }

  /// Begins the sign-in.
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

  /// Finds out who is there, and nothing else: for a response of an ID token alone.
  ///
  /// - Throws: As ``session(in:storedAs:)``.
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

  /// The sign-in and the address to open: with the whole request in it, or with the request URI of
  /// a pushed one.
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
  ///   - responseType: What comes through the browser.
  ///   - userAgent: What shows the provider's pages, and returns the whole callback with its
  ///     fragment; the client's unless given.
  ///   - scopes: The scopes to request; `openid` has to be one of them.
  ///   - reason: Why no other flow is possible, for readers of the code.
  public static func hybrid(
    _ responseType: HybridTransaction.ResponseType, with userAgent: (any UserAgent)? = nil,
    scopes: [Scope], because reason: String
  ) -> HybridSignIn {
    HybridSignIn(responseType, userAgent: userAgent, scopes: scopes, because: reason)
  }
}
