// SPDX-License-Identifier: Apache-2.0

/// What became of a link that was to be undone.
public enum UnlinkOutcome: Sendable, Equatable {
  /// It is undone; waiting logins of the identity have ended, and sessions opened through it as well.
  case unlinked(SocialLink)
  /// This user has no such link.
  case unknown
  /// Without it the user could not sign in any more: no password, no proved contact.
  case lastSignInMethod
}
