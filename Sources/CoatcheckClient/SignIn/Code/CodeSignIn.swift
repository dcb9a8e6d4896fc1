// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Signs a user in by the authorization code flow, with the client's user agent or another one.
public struct CodeSignIn: SignInFlow {
  private let userAgent: (any UserAgent)?

  /// A sign-in.
  ///
  /// - Parameter userAgent: What shows the provider's pages; the client's, or this machine's, unless given.
  public init(userAgent: (any UserAgent)? = nil) { self.userAgent = userAgent }

  /// True.
  public var asksUser: Bool { true }

  /// Shows the provider's page, and redeems the code of the callback.
  ///
  /// - Throws: As ``CodeFlow/signIn(with:redirectURI:scopes:options:storedAs:)``; `misused` where there is no
  ///   user agent.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let agent = if let userAgent { userAgent } else { try context.userAgent() }
    return try await CodeFlow(context).signIn(
      with: agent, redirectURI: context.redirectURI, scopes: context.request.scopes,
      options: context.request.options, storedAs: name)
  }
}

extension SignInFlow where Self == CodeSignIn {
  /// By the authorization code flow, with the client's user agent.
  public static var code: CodeSignIn { CodeSignIn() }
}

extension SignInContext {
  /// The app's user agent, or the one that fits this machine.
  fileprivate func userAgent() throws(OAuthError) -> any UserAgent {
    switch presenter {
    case .agent(let agent): return agent
    case .system(let system):
      let fitting = try system.methodWithoutDevices(at: metadata)
      let method = if let fitting { fitting } else { try system.method(at: metadata) }
      system.willPrompt(method)
      if let agent = system.userAgent(
        for: method, redirectURI: redirectURI, environment: environment)
      {
        return agent
      }
    case nil: break
    }
    throw .misused("userAgent", "The client has no user agent for the authorization code flow.")
  }
}
