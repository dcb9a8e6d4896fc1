// SPDX-License-Identifier: Apache-2.0

/// What goes on when everything else of a user ends.
public enum KeptSession: Sendable, Equatable {
  /// Nothing.
  case none
  /// The browser session of this `LoginSession.sid`: the one the user asks in. Tokens that came from it end.
  case login(sid: String)
  /// This family of tokens: the session of the app the user asks in.
  case family(id: String)

  /// The name of the browser session that goes on.
  package var sid: String? {
    if case .login(let sid) = self { sid } else { nil }
  }

  /// The family that goes on.
  package var family: String? {
    if case .family(let id) = self { id } else { nil }
  }
}
