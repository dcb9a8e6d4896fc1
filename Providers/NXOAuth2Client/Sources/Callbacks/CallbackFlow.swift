// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// A way to a session.
enum CallbackFlow: Sendable {
  /// With the callback of a browser.
  case redirect(SignInAttempt, callback: String)
  /// With what the program has already.
  case direct(any SignInFlow)
  /// With tokens that the program has.
  case tokens(TokenGrant)
  /// With a token that the old library kept.
  case archive(NXArchivedToken, subject: String?, ImportCheck)

  /// - Parameters:
  ///   - client: The client.
  ///   - scopes: The scopes to request, where the flow does not have them.
  ///   - name: The name that the session is stored under; without it, the subject.
  func session(
    of client: Client, scopes: [Scope] = [], storedAs name: String?
  ) async throws(OAuthError) -> Session {
    switch self {
    case .redirect(let attempt, let callback):
      return try await client.keep(attempt.finish(callback, storedAs: name))
    case .direct(let way):
      return try await client.signIn(using: way, scopes: scopes, storedAs: name)
    case .tokens(let grant):
      return try await client.adopt(
        grant, subject: client.provider.dialect.subject(in: grant) ?? name, scopes: scopes,
        storedAs: name, check: .trustingCaller)
    case .archive(let token, let subject, let check):
      return try await client.adopt(
        token, subject: subject, scopes: scopes, storedAs: name, check: check)
    }
  }
}

extension SignInAttempt {
  /// Whether a callback is this sign-in's own, by its redirect URI and its state; it may still be an error.
  func isMeant(by callback: String) -> Bool {
    if transaction.responseMode.isJWT {
      let response = try? transaction.response(in: callback, at: transaction.startedAt)
      return response.map {
        AuthorizationTransaction.isClaimed(by: $0, state: transaction.state)
      } ?? false
    }
    do throws(OAuthError) {
      // Whether it came in time is decided when the sign-in is finished.
      _ = try transaction.reply(from: callback, at: transaction.startedAt)
      return true
    } catch {
      switch error.code {
      case .stateMismatch: return false
      // These are found in callbacks of the right state only.
      case .callbackMalformed: return error.parameter == "code" || error.parameter == "error"
      default: return true
      }
    }
  }
}
