// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs a user in by the authorization code flow, with the client's user agent or another one.
public struct CodeSignIn: ResumableSignInFlow {
  private let userAgent: (any UserAgent)?

  /// Creates the flow.
  ///
  /// - Parameter userAgent: Shows the provider's page; nil for the user agent of the client or of this
  ///   machine.
  public init(userAgent: (any UserAgent)? = nil) { self.userAgent = userAgent }

  /// True: the user signs in at the provider's page.
  public var asksUser: Bool { true }

  /// Shows the provider's page, and redeems the code of the authorization response.
  ///
  /// - Throws: As ``CodeFlow/signIn(with:redirectURI:scopes:options:storedAs:)``; `misused` where there
  ///   is no user agent.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try await CodeFlow(context).signIn(
      with: context.userAgent(userAgent), redirectURI: context.redirectURI,
      scopes: context.request.scopes, options: context.request.options, storedAs: name)
  }

  /// Creates the authorization request and the pending sign-in.
  ///
  /// - Throws: As ``CodeFlow/attempt(redirectURI:scopes:options:)``.
  public func begin(
    in context: SignInContext, redirectURI: String, storedAs name: String?
  ) async throws(OAuthError) -> BegunSignIn {
    let attempt = try await CodeFlow(context).attempt(
      redirectURI: redirectURI, scopes: context.request.scopes, options: context.request.options)
    return BegunSignIn(attempt.transaction, at: attempt.url, in: context, storedAs: name)
  }
}

extension SignInFlow where Self == CodeSignIn {
  /// By the authorization code flow, with the client's user agent.
  public static var code: CodeSignIn { CodeSignIn() }
}
