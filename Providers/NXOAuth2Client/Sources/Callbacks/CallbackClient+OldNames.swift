// SPDX-License-Identifier: Apache-2.0

package import CoatcheckClient
package import CoatcheckJOSE
package import CoatcheckOAuth

/// Operations that only the module with the old names uses.
extension CallbackClient {
  /// Sets where sessions are kept, before there is a session.
  package func begin(keeping place: SessionKeeping) { keeping = place }

  /// As ``keepSessions(_:)``, but an error is reported to the delegate (`didFailWith`).
  package func moveSessions(_ place: SessionKeeping) async {
    do throws(OAuthError) {
      try await keepSessions(place)
    } catch {
      failed(error)
    }
  }

  /// Resumes a stored session. The delegate receives no callback.
  package func resume(_ stored: StoredSession) { watch(current.live(stored)) }

  /// Stores the app's data with the account; nil removes it. An error is reported to the delegate
  /// (`didFailWith`).
  package func setUserData(_ userData: JSONValue?) async {
    do throws(OAuthError) {
      var account = session?.account
      if account == nil { account = try await current.session(named: name)?.account }
      guard let account else { return }
      try await current.accounts.update(account) { $0.appData["userData"] = userData }
    } catch {
      failed(error)
    }
  }

  /// Signs in with a token that the app has. The delegate receives `clientDidGetAccess` or `didFailWith`.
  ///
  /// - Parameter tokens: The token.
  package func take(_ tokens: TokenGrant) async {
    guard (try? begin()) != nil else { return }
    _ = try? await finish(.tokens(tokens))
  }

  /// Stores a token that the old library stored, unless there is a session. The delegate receives no
  /// callback.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - userData: The app's data that was stored with the token.
  /// - Returns: Whether the token is stored, or not needed, so that its old item can be removed.
  package func store(_ token: NXArchivedToken, userData: JSONValue? = nil) async -> Bool {
    do throws(OAuthError) {
      if try await current.session(named: name) != nil { return true }
      let session = try await current.adopt(
        token, subject: nil, scopes: scopes, storedAs: name, check: .trustingCaller)
      if let userData {
        try await current.accounts.update(session.account) { $0.appData["userData"] = userData }
      }
      return true
    } catch {
      return false
    }
  }
}
