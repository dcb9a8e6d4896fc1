// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// How it stands with a session, in the terms of an app that shows it.
public enum SessionStatus: Sendable, Equatable {
  /// The person is signed in.
  case active
  /// The person is signed in, and the tokens are being replaced.
  case refreshing
  /// The person is signed in, but the tokens could not be replaced the last time: this machine is offline,
  /// the issuer or the store is in trouble. It goes on by itself once that is over.
  case stale(OAuthError)
  /// The session is over.
  case ended(EndReason)
}
