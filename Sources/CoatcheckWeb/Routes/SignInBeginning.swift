// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// Redirects a browser to the provider, and sets the cookie of the pending sign-in.
struct SignInBeginning: Sendable {
  let site: SignInSite
  let service: WebService

  /// - Parameters:
  ///   - purpose: What the user signs in for.
  ///   - returnPath: Where the user continues afterwards.
  ///   - hint: The value of `login_hint`.
  /// - Throws: As discovery and the pushed authorization request; `misused` when the sign-in does not fit
  ///   into a cookie.
  func answer(
    _ purpose: WebFlow.Purpose, to returnPath: String, hint: String?, in head: HTTPRequest
  ) async throws(OAuthError) -> WebAnswer {
    do throws(OAuthError) {
      return try await redirect(purpose, to: returnPath, hint: hint, in: head)
    } catch {
      site.logger.warning(
        "a sign-in cannot begin", metadata: ["provider": "\(service.name)", "error": "\(error)"])
      throw error
    }
  }

  private func redirect(
    _ purpose: WebFlow.Purpose, to returnPath: String, hint: String?, in head: HTTPRequest
  ) async throws(OAuthError) -> WebAnswer {
    let context = try await site.context(of: service)
    var options = service.authorization
    if let hint { options.loginHint = hint }
    if case .stepUp(_, let requirement) = purpose {
      if !requirement.acr.isEmpty { options.acrValues = requirement.acr }
      if let maxAge = requirement.maxAge { options.maxAge = Int(maxAge.seconds) }
    }
    let attempt = try await CodeFlow(context).attempt(
      redirectURI: site.paths.callback(service.name), scopes: service.scopes, options: options)
    let transaction = attempt.transaction
    let flow = WebFlow(
      provider: service.name, purpose: purpose, returnPath: returnPath,
      signIn: attempt.waiting.json, startedAt: transaction.startedAt)
    let cookies = try site.flows.setting(
      flow, state: transaction.state, isForm: transaction.responseMode == .formPost, in: head)
    return .redirect(to: attempt.url.absoluteString, setting: cookies)
  }
}
