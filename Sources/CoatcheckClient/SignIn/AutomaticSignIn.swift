// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Signs a user in by the method that fits this machine and the provider, or with the app's own user agent.
struct AutomaticSignIn: SignInFlow {
  /// The method of this machine; nil where the app has a user agent of its own.
  let method: SignInMethod?

  var asksUser: Bool { true }

  /// A provider may have codes for other devices, and none for this client: RFC 8628 §3.1 has it registered
  /// for them. Where the app did not choose that method by name, the next best one is taken then.
  func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
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
