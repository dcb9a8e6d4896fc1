// SPDX-License-Identifier: Apache-2.0

package import CoatcheckClient
package import CoatcheckJOSE
package import CoatcheckOAuth

/// What only the module with the old names needs.
extension CallbackClient {
  /// Says where sessions are kept, before there is one.
  package func begin(keeping place: SessionKeeping) { keeping = place }

  /// As ``keepSessions(_:)``; did fail follows when that fails.
  package func moveSessions(_ place: SessionKeeping) async {
    do throws(OAuthError) {
      try await keepSessions(place)
    } catch {
      failed(error)
    }
  }

  /// Takes the session of what is stored. Nothing is told.
  package func resume(_ stored: StoredSession) { watch(current.live(stored)) }

  /// Keeps what the app keeps with the account; nil for nothing any more. Did fail follows when that fails.
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

  /// Takes a token that the program has already. Did get or did fail follows.
  ///
  /// - Parameter tokens: The token.
  package func take(_ tokens: TokenGrant) async {
    guard (try? begin()) != nil else { return }
    _ = try? await finish(.tokens(tokens))
  }

  /// Stores a token that the old library kept, unless there is a session. Nothing is told.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - userData: What the app kept with it.
  /// - Returns: Whether it is stored, or not needed, so that it can be removed where it was.
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
