// SPDX-License-Identifier: Apache-2.0

/// What became of a link that was to be undone.
public enum UnlinkOutcome: Sendable, Equatable {
  /// It is undone; logins of the identity which waited are over, and sessions opened through it as well.
  case unlinked(SocialLink)
  /// This person has no such link.
  case unknown
  /// Without it the person could not sign in any more: no password, no proved contact.
  case lastWayIn
}
