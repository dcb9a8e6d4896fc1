// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs a user in with the implicit flow, for providers that offer no other flow: legacy.
///
/// ```swift
/// let session = try await client.signIn(
///   using: .implicit(
///     with: browser, scopes: ["read"], because: "the provider has no codes for apps"))
/// ```
///
/// What is wrong with the flow stands at `ImplicitTransaction`. The session that comes out of it is
/// one like any other: where the reply had a refresh token, it is refreshed.
public struct ImplicitSignIn: SignInFlow {
  private let userAgent: any UserAgent
  private let redirectURI: String?
  private let scopes: [Scope]
  private let extra: Parameters
  private let reason: String

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the provider's pages, and gives back the whole callback with its
  ///     fragment. A listener on a port cannot: browsers do not send fragments.
  ///   - redirectURI: Where the answer arrives; the user agent's unless given.
  ///   - scopes: The scopes to request.
  ///   - extra: Parameters that the provider requires besides those of the protocol.
  ///   - reason: Why there is no better way, for readers of the code.
  public init(
    userAgent: any UserAgent, redirectURI: String? = nil, scopes: [Scope],
    extra: Parameters = [:], because reason: String
  ) {
    self.userAgent = userAgent
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.extra = extra
    self.reason = reason
  }

  /// Shows the provider's page, and takes the tokens from the callback.
  ///
  /// - Throws: As `ImplicitTransaction` and the user agent; there is no session then.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let uri = try await userAgent.receivingURI(redirectURI)
    let transaction: ImplicitTransaction
    let callback: String
    do {
      let begun = try ImplicitTransaction.begin(
        metadata: context.metadata, client: context.client, redirectURI: uri, scopes: scopes,
        extra: extra, dialect: context.dialect, environment: context.environment, because: reason)
      transaction = begun.transaction
      callback = try await userAgent.authorize(
        AuthorizationPage(
          url: begun.url, redirectURI: uri, expecting: .state(transaction.state)))
    } catch {
      if redirectURI == nil { await userAgent.abandon(redirectURI: uri) }
      throw error
    }
    let grant = try transaction.grant(from: callback, at: context.environment.now())
    var session = try await context.session(of: grant, scopes: scopes, storedAs: name)
    session.redirectURI = transaction.redirectURI
    session.browserSession = userAgent.browserSession
    return session
  }
}

extension SignInFlow where Self == ImplicitSignIn {
  /// With the implicit flow, for providers that offer no other flow: legacy.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the provider's pages, and returns the whole callback with its
  ///     fragment.
  ///   - scopes: The scopes to request.
  ///   - reason: Why no other flow is possible, for readers of the code.
  public static func implicit(
    with userAgent: any UserAgent, scopes: [Scope], because reason: String
  ) -> ImplicitSignIn {
    ImplicitSignIn(userAgent: userAgent, scopes: scopes, because: reason)
  }
}
