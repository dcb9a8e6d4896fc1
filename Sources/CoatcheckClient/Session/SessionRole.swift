// SPDX-License-Identifier: Apache-2.0

/// What a program may do with a session which it shares with others.
public enum SessionRole: Sendable, Hashable {
  /// It replaces the tokens when they expire.
  case keeping
  /// It reads what others have stored, and never asks the issuer: for extensions of an app, which
  /// may be stopped at any moment and would lose what the issuer answered.
  case observing
  /// It uses the tokens as long as they last. The client credentials are not available, so that a
  /// refresh is `misused` before anything is read or sent.
  case withoutCredentials
}
