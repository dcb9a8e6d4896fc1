// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// The result of counting one attempt.
public enum Attempt: Sendable, Equatable {
  /// This is attempt number `n` of the window, and it may go ahead.
  case allowed(Int)
  /// The attempts of the window are used up; the next window starts at `until`.
  case exhausted(until: Date)
}
