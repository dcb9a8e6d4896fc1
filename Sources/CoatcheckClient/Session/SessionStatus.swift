// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The status of a session, in the terms of an app that displays it.
public enum SessionStatus: Sendable, Equatable {
  /// The user is signed in.
  case active
  /// The user is signed in, and the tokens are being replaced.
  case refreshing
  /// The user is signed in, but the tokens could not be replaced the last time: this machine is offline,
  /// the authorization server or the store is in trouble. It recovers without the user.
  case stale(OAuthError)
  /// The session has ended.
  case ended(EndReason)
}
