// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What happened to a session.
public enum SessionEvent: Sendable, Equatable {
  /// The session is live. Every subscriber of a live session receives this first.
  ///
  /// - Parameter generation: The number of the current tokens, as ``StoredSession/generation``.
  case obtained(generation: Int)
  /// The tokens were replaced, by this program or by another one that shares the store.
  ///
  /// - Parameter generation: The number of the new tokens, as ``StoredSession/generation``.
  case refreshed(generation: Int)
  /// The tokens could not be replaced this time; the session stays usable.
  case failed(OAuthError)
  /// The session has ended, and the user has to sign in again. It is the last event.
  case lost(OAuthError)
  /// The user signed out. It is the last event.
  case signedOut
}
