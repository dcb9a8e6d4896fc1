// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
package import CoatcheckOAuth

/// What another run of the program needs to finish a sign-in.
struct StoredSignIn: Sendable {
  /// The name of the flow.
  let flow: String
  /// The transaction, as JSON.
  let transaction: JSONObject
  /// The name of the session; nil for the subject.
  let name: String?
  /// The key that the tokens are bound to.
  let dpopKey: SigningKey?
  /// The state of the login session in the browser after the sign-in.
  let browserSession: BrowserSession
}

extension PendingAuthorization {
  /// Creates the pending sign-in of a transaction.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - name: The name of the session; without it, the subject.
  ///   - dpopKey: The key that the tokens are bound to.
  ///   - browserSession: The state of the login session in the browser after the sign-in.
  init(
    _ transaction: some RedirectTransaction, name: String?, dpopKey: SigningKey?,
    browserSession: BrowserSession
  ) {
    var content: JSONObject = [
      "flow": .string(type(of: transaction).flow), "transaction": .object(transaction.json),
      "browser_session": .string(browserSession.rawValue),
    ]
    content["name"] = name.map(JSONValue.string)
    content["dpop_key"] = dpopKey.map { .object($0.privateJWK()) }
    self.init(
      issuer: transaction.issuer, clientID: transaction.clientID, state: transaction.state,
      expiry: transaction.startedAt.addingTimeInterval(AuthorizationTransaction.lifetime),
      content: content)
  }

  /// Reads the content.
  ///
  /// - Throws: `unreadable`, `storeDamaged`, when it cannot be read.
  func signIn() throws(OAuthError) -> StoredSignIn {
    guard let flow = content["flow"]?.stringValue,
      let transaction = content["transaction"]?.objectValue,
      let browserSession = content["browser_session"]?.stringValue.flatMap(BrowserSession.init),
      content["name"] == nil || content["name"]?.stringValue != nil
    else { throw .storedSignInDamaged }
    let key = try content["dpop_key"].map { value throws(OAuthError) in
      guard let json = value.objectValue, let key = try? SigningKey(privateJWK: json) else {
        throw .storedSignInDamaged
      }
      return key
    }
    return StoredSignIn(
      flow: flow, transaction: transaction, name: content["name"]?.stringValue, dpopKey: key,
      browserSession: browserSession)
  }
}

extension OAuthError {
  package static let storedSignInDamaged = OAuthError.unreadable(
    .storeDamaged, "The stored sign-in cannot be read; the user has to sign in again.")
}
