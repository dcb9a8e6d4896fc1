// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A change of the accounts in a store, made by this program or by another one that shares the store.
public enum AccountEvent: Sendable, Equatable {
  /// An account was added. Each account that is stored when the stream begins is reported as added too.
  /// The generation increases by one with each save of new tokens.
  case accountAdded(AccountID, generation: Int)
  /// The stored session has a new generation: its tokens were replaced.
  case refreshed(AccountID, generation: Int)
  /// The account is no longer stored: the user signed out, or the session ended.
  case accountRemoved(AccountID)
  /// The store cannot be read at the moment. This does not mean that an account was removed. It is
  /// reported once, until the store can be read again.
  case unavailable(OAuthError)
}
