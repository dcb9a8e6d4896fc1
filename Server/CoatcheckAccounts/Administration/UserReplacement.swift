// SPDX-License-Identifier: Apache-2.0

/// The outcome of replacing a user.
public enum UserReplacement: Sendable, Equatable {
  /// The user was replaced. The value says which sessions ended with the change; nil when the change ends
  /// none.
  case replaced(EndedUser?)
  /// Another caller changed the user in between, or there is no such user: read it again and decide again.
  case changedMeanwhile
  /// Another user has this user name. Nothing was changed.
  case nameTaken
}
