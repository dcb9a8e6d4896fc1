// SPDX-License-Identifier: Apache-2.0

/// The outcome of removing a link.
public enum UnlinkOutcome: Sendable, Equatable {
  /// The link was removed. Pending logins of the identity, and sessions that were opened through it, have
  /// ended.
  case unlinked(SocialLink)
  /// This user has no such link.
  case unknown
  /// The link was not removed: the user has neither a password nor a verified contact to sign in with.
  case lastSignInMethod
}
