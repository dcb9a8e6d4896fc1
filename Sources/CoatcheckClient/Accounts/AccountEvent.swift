// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What happened to the accounts in a store, whichever program did it.
public enum AccountEvent: Sendable, Equatable {
  /// An account is there which was not. Every account that is there at the beginning comes as one.
  case accountAdded(AccountID, generation: Int)
  /// The account's tokens were replaced.
  case refreshed(AccountID, generation: Int)
  /// The account is gone: the user signed out, or the session ended.
  case accountRemoved(AccountID)
  /// The store cannot be read at the moment. That signs no user out.
  case unavailable(OAuthError)
}
