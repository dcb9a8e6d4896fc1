// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Signs a user in by the method that fits this machine and the provider, or with the app's own user agent.
struct AutomaticSignIn: SignInFlow {
  /// The method of this machine; nil where the app has a user agent of its own.
  let method: SignInMethod?

  var asksUser: Bool { true }

  /// A provider may support the device flow, but not for this client
  /// ([RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1)). Where the app did not
  /// choose the flow itself, the next best method is used then.
  func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    if case .implicit(let reason) = context.dialect.flow {
      return try await context.implicit(with: fragmentAgent(context), because: reason)
        .session(in: context, storedAs: name)
    }
    do throws(OAuthError) {
      return try await session(in: context, by: method, storedAs: name)
    } catch  where method == .device && error.code == .unauthorizedClient {
      guard
        let other = try context.presenter?.system?.methodWithoutDevices(
          at: context.metadata, redirectURI: context.redirectURI)
      else { throw error }
      return try await session(in: context, by: other, storedAs: name)
    }
  }

  /// A user agent that returns a callback with its fragment, which has the tokens: the app's own, or a
  /// sheet. A browser sends no fragment to a listener.
  private func fragmentAgent(_ context: SignInContext) throws(OAuthError) -> any UserAgent {
    if case .agent(let agent) = context.presenter { return agent }
    guard method == .sheet, let system = context.presenter?.system,
      let sheet = system.userAgent(
        for: .sheet, redirectURI: context.redirectURI, environment: context.environment)
    else {
      throw .misused(
        "userAgent",
        "No listener receives a fragment, which has the tokens: the client needs a user agent such as CallbackUserAgent."
      )
    }
    system.willPrompt(.sheet)
    return sheet
  }

  private func session(
    in context: SignInContext, by method: SignInMethod?, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    guard let method, let system = context.presenter?.system else {
      return try await CodeSignIn().session(in: context, storedAs: name)
    }
    guard
      let agent = system.userAgent(
        for: method, redirectURI: context.redirectURI, environment: context.environment)
    else { return try await DeviceSignIn().session(in: context, storedAs: name) }
    system.willPrompt(method)
    return try await CodeSignIn(userAgent: agent).session(in: context, storedAs: name)
  }
}

extension SignInContext {
  /// The implicit flow, for a provider that supports no other flow.
  ///
  /// - Throws: `misused` naming `options` when an option is set that the flow does not have.
  fileprivate func implicit(
    with agent: any UserAgent, because reason: String
  ) throws(OAuthError) -> ImplicitSignIn {
    guard request.options.hasOnlyExtra else {
      throw .misused("options", "The implicit flow knows no option but parameters of the provider.")
    }
    return ImplicitSignIn(
      userAgent: agent, redirectURI: redirectURI, scopes: request.scopes,
      extra: request.options.extra, because: reason)
  }
}

extension AuthorizationOptions {
  /// Whether no option is set except parameters of the provider.
  fileprivate var hasOnlyExtra: Bool {
    prompt.isEmpty && maxAge == nil && loginHint == nil && acrValues.isEmpty && uiLocales.isEmpty
      && resources.isEmpty && details.isEmpty && claims.isEmpty && responseMode == .query
  }
}
