// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// A flow that results in a session.
enum CallbackFlow: Sendable {
  /// The code flow, with the callback from the browser.
  case redirect(SignInAttempt, callback: String)
  /// A flow that needs no callback from the app, such as a grant with credentials that the app has.
  case direct(any SignInFlow)
  /// Tokens that the app has.
  case tokens(TokenGrant)
  /// A token that the old library stored.
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
  /// Whether a callback belongs to this sign-in, by its redirect URI and its state. It may be an error
  /// response.
  func isMeant(by callback: String) -> Bool {
    if transaction.responseMode.isJWT {
      let response = try? transaction.response(in: callback, at: transaction.startedAt)
      return response.map {
        AuthorizationTransaction.isClaimed(by: $0, state: transaction.state)
      } ?? false
    }
    do throws(OAuthError) {
      // `startedAt` as the time: the lifetime of the transaction is checked when the sign-in is completed.
      _ = try transaction.reply(from: callback, at: transaction.startedAt)
      return true
    } catch {
      switch error.code {
      case .stateMismatch: return false
      // These two errors are reported only after the state was checked.
      case .callbackMalformed: return error.parameter == "code" || error.parameter == "error"
      default: return true
      }
    }
  }
}
