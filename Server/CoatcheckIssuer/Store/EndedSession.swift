// SPDX-License-Identifier: Apache-2.0

/// A login session that has ended, and the families of tokens that were issued in it.
///
/// [Back-Channel Logout
/// §2.7](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCActions)
public struct EndedSession: Sendable, Equatable {
  /// The session, as it was.
  public let login: LoginSession
  /// The families that were issued in the session and had not ended before it, the oldest first, as they
  /// are after the end: those with ``RefreshFamily/outlivesSession`` have not ended.
  public let families: [RefreshFamily]

  /// Creates the record of an end.
  ///
  /// - Parameters:
  ///   - login: The session as it was.
  ///   - families: The families that were issued in it and had not ended before it, as they are after the
  ///     end.
  public init(login: LoginSession, families: [RefreshFamily]) {
    self.login = login
    self.families = families
  }
}

extension RefreshFamily {
  /// Whether its tokens stay valid when the user signs out of the browser.
  ///
  /// "Refresh tokens issued without the offline_access property to a session being logged out SHOULD be
  /// revoked by the OP upon session logout. Refresh tokens issued with the offline_access property normally
  /// SHOULD NOT be revoked."
  public var outlivesSession: Bool { scopes.contains("offline_access") }
}
