// SPDX-License-Identifier: Apache-2.0

/// What became of a user who was to be replaced.
public enum UserReplacement: Sendable, Equatable {
  /// The user is as given now; what ended with the change, if anything had to.
  case replaced(EndedUser?)
  /// Another caller changed the user in between, or there is no such user: read again and decide again.
  case changedMeanwhile
  /// Another user has this user name. Nothing was changed.
  case nameTaken
}
