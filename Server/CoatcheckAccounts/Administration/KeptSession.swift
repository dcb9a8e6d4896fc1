// SPDX-License-Identifier: Apache-2.0

/// The session that continues when all other sessions of a user end.
public enum KeptSession: Sendable, Equatable {
  /// No session continues.
  case none
  /// The login session with this `LoginSession.sid` continues: the one that the request came from. Token
  /// families that came from it end.
  case login(sid: String)
  /// The token family with this identifier continues: the session of the client that the request came
  /// from.
  case family(id: String)

  /// The identifier of the login session that continues; nil otherwise.
  package var sid: String? {
    if case .login(let sid) = self { sid } else { nil }
  }

  /// The identifier of the family that continues; nil otherwise.
  package var family: String? {
    if case .family(let id) = self { id } else { nil }
  }
}
