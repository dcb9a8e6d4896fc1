// SPDX-License-Identifier: Apache-2.0

/// What a program may do with a session that it shares with other programs.
public enum SessionRole: Sendable, Hashable {
  /// It replaces the tokens when they expire.
  case keeping
  /// It reads what others have stored, and never sends a refresh request: for extensions of an app, which
  /// may be stopped at any moment and would lose the response. When the stored access token has expired, it
  /// gets `observingOnly`.
  case observing
  /// It uses the tokens until they expire. The client credentials are not available, so that a refresh
  /// fails with `misused` before anything is read or sent.
  case withoutCredentials
}
