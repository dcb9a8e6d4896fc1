// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// The answer to one counted attempt.
public enum Attempt: Sendable, Equatable {
  /// This is attempt number `n` of the window, and it may go ahead.
  case allowed(Int)
  /// The window's attempts are used up; the next window starts then.
  case exhausted(until: Date)
}
