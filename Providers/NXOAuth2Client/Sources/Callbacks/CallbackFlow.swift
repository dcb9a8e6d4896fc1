// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// A way to a session.
enum CallbackFlow: Sendable {
  /// With the callback of a browser.
  case redirect(SignInAttempt, callback: String)
  /// With what the program has already.
  case direct(any SignInFlow)

  func session(
    of client: Client, storedAs name: String?
  ) async throws(OAuthError) -> Session {
    switch self {
    case .redirect(let attempt, let callback):
      return try await client.keep(attempt.finish(callback, storedAs: name))
    case .direct(let way):
      return try await client.signIn(using: way, storedAs: name)
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
