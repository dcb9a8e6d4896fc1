// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth

/// A sign-in whose authorization response is received through the browser, and that can be stored until
/// then.
protocol RedirectTransaction: Sendable {
  /// The content of a callback that belongs to this sign-in.
  associatedtype Answer: Sendable

  /// The name of the flow in a stored sign-in.
  static var flow: String { get }

  var issuer: Issuer { get }
  var clientID: String { get }
  var redirectURI: String { get }
  var responseMode: ResponseMode { get }
  var state: Secret { get }
  var startedAt: Date { get }
  var json: JSONObject { get }

  /// Restores a stored sign-in.
  ///
  /// - Throws: `unreadable`, `storeDamaged`, when it cannot be read.
  init(json: JSONObject, dialect: Dialect) throws(OAuthError)

  /// Checks a callback. Nothing is redeemed, so the right callback may still come after a wrong one.
  ///
  /// - Throws: `unreadable` when the callback is invalid; `refused` when the authorization server
  ///   refuses, which ends the sign-in.
  func answer(
    in callback: String, to signIn: SignInContext
  ) async throws(OAuthError) -> Answer

  /// Redeems the content of a callback for a session. It must be called only once.
  func session(
    of answer: Answer, in signIn: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession
}
