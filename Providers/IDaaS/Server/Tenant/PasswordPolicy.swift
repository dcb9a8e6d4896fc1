// SPDX-License-Identifier: Apache-2.0

/// What a password must be like.
public struct PasswordPolicy: Sendable, Equatable {
  /// How many characters it has at least and at most. 8 to 128.
  public var length: ClosedRange<Int> = 8...128
  /// How many kinds it has at least: upper case, lower case, digits, others. 2.
  public var kinds = 2
  /// How often one character may stand in a row. 3.
  public var repeats = 3
  /// How many passwords before it may not come again. 5.
  public var history = 5
  /// How many wrong passwords lock the user, and for how many seconds. 5, for 600 s.
  public var wrongTries = 5
  /// How long a lock holds, in seconds.
  public var lockSeconds = 600

  /// The usual one.
  public init() {}
}
