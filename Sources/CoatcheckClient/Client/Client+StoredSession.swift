// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Logging

/// The result of a search for a stored session.
enum ResumedSession: Sendable {
  /// A session that can be used without the user.
  case session(Session)
  /// No stored session can be used. `tried` is the session whose refresh failed: the same sign-in does
  /// not try it again, because its refresh token was already sent.
  case none(tried: StoredSession?)
}

extension Client {
  /// The stored session that was signed in with these scopes, and can be used without the user.
  package func storedSession(
    with scopes: [Scope], _ name: String?
  ) async throws(OAuthError) -> Session? {
    guard case .session(let session) = try await resumed(scopes, SessionPlace(name: name)) else {
      return nil
    }
    return session
  }

  /// Searches for a stored session, refreshes it where necessary, and sets the keychain accessibility
  /// that the sign-in names.
  ///
  /// - Parameters:
  ///   - scopes: The scopes that the sign-in requests.
  ///   - place: The name and the keychain accessibility.
  ///   - tried: The session that was tried before; it is tried again only if its tokens were replaced.
  func resumed(
    _ scopes: [Scope], _ place: SessionPlace, unless tried: StoredSession? = nil
  ) async throws(OAuthError) -> ResumedSession {
    guard let stored = try await stored(place.name), context.runtime.dpop.accepts(stored),
      // Providers may grant less than was requested; a new request would not change that.
      Set(scopes).isSubset(of: stored.scopes + stored.requestedScopes)
    else { return .none(tried: nil) }
    if let tried, tried.account == stored.account, !stored.isOther(than: tried) {
      return .none(tried: tried)
    }
    let session = live(stored)
    guard try await isUsable(session) else { return .none(tried: stored) }
    if let accessibility = place.accessibility, accessibility != stored.accessibility {
      try await accounts.setAccessibility(accessibility, of: stored.account)
    }
    return .session(session)
  }

  /// Whether a session can be used without the user.
  private func isUsable(_ session: Session) async throws(OAuthError) -> Bool {
    let logger = context.runtime.logger
    do throws(OAuthError) {
      _ = try await session.accessToken()
    } catch {
      switch error.errorClass {
      case .sessionEnded, .interactionRequired:
        logger.info("the stored session cannot be resumed without the user, who is asked")
        return false
      case .transient:
        // A client that is offline is still signed in.
        logger.info("the stored session cannot be refreshed at the moment")
      case .configuration where error.outcome == .refused && error.code != .invalidClient:
        // The authorization server may allow this client to sign users in, but not to refresh.
        logger.info("the authorization server refused the refresh, and the user is asked")
        return false
      case .configuration, .storageUnavailable, .cancelled: throw error
      }
    }
    return true
  }

  /// The stored session of that name. Without a name it is the only one or, among several, the one
  /// of the default account.
  func stored(_ name: String?) async throws(OAuthError) -> StoredSession? {
    // Sessions of the client credentials grant have no user.
    let fitting = try await ownSessions(name).filter { $0.renewal == .refreshToken }
    guard name == nil, fitting.count > 1 else {
      return fitting.max { $0.obtainedAt < $1.obtainedAt }
    }
    // Without a name several users cannot be distinguished, unless one was chosen.
    guard let chosen = try await store.defaultAccount() else { return nil }
    return fitting.first { $0.account == chosen }
  }
}
