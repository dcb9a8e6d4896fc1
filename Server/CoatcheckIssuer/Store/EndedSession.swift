// SPDX-License-Identifier: Apache-2.0

/// A browser session that has ended, and the clients that took part in it.
///
/// [Back-Channel Logout
/// §2.7](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCActions)
public struct EndedSession: Sendable, Equatable {
  /// The session, as it was.
  public let login: LoginSession
  /// The families that came from it and lived until now, the oldest first, as they are after the end: those
  /// of ``RefreshFamily/outlivesSession`` live on.
  public let families: [RefreshFamily]

  /// Describes an end.
  public init(login: LoginSession, families: [RefreshFamily]) {
    self.login = login
    self.families = families
  }
}

extension RefreshFamily {
  /// Whether its tokens stay good when the user signs out of the browser.
  ///
  /// "Refresh tokens issued without the offline_access property to a session being logged out SHOULD be
  /// revoked by the OP upon session logout. Refresh tokens issued with the offline_access property normally
  /// SHOULD NOT be revoked."
  public var outlivesSession: Bool { scopes.contains("offline_access") }
}
