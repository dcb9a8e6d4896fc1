// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs a person in by the implicit flow, for providers that know nothing better: legacy.
///
/// ```swift
/// let session = try await client.signIn(
///   by: ImplicitSignIn(
///     userAgent: browser, scopes: ["WMS_NCIP"], because: "OCLC's mobile pattern has no codes"))
/// ```
///
/// What is wrong with the flow stands at `ImplicitTransaction`. The session that comes out of it is one like
/// any other: where the reply had a refresh token, it is refreshed.
public struct ImplicitSignIn: DirectSignIn {
  private let userAgent: any UserAgent
  private let redirectURI: String?
  private let scopes: [Scope]
  private let extra: Parameters
  private let reason: String

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the provider's pages, and gives back the whole callback with its fragment. A
  ///     listener on a port can't: browsers don't send fragments.
  ///   - redirectURI: Where the answer arrives; the user agent's unless given.
  ///   - scopes: What is asked for.
  ///   - extra: Parameters the provider wants besides those of the protocol.
  ///   - reason: Why there is no better way, for whoever reads the code.
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
  /// - Throws: As `ImplicitTransaction` and the user agent; nobody is signed in then.
  public func session(
    at site: SignInSite, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let uri = try await userAgent.receivingURI(redirectURI)
    let transaction: ImplicitTransaction
    let callback: String
    do {
      let begun = try ImplicitTransaction.begin(
        metadata: site.metadata, client: site.client, redirectURI: uri, scopes: scopes,
        extra: extra, dialect: site.dialect, environment: site.environment, because: reason)
      transaction = begun.transaction
      callback = try await userAgent.authorize(at: begun.url)
    } catch {
      if redirectURI == nil { await userAgent.abandon(redirectURI: uri) }
      throw error
    }
    let grant = try transaction.grant(from: callback, at: site.environment.now())
    var session = try await site.session(of: grant, scopes: scopes, storedAs: name)
    session.redirectURI = transaction.redirectURI
    session.browserSession = userAgent.browserSession
    return session
  }
}
