// SPDX-License-Identifier: Apache-2.0

/// The rules for passwords.
public struct PasswordPolicy: Sendable, Equatable {
  /// The permitted number of characters. The default is 8 to 128.
  public var length: ClosedRange<Int> = 8...128
  /// The minimum number of kinds of characters: upper case, lower case, digits, others. The default is 2.
  public var kinds = 2
  /// The maximum number of times that one character may be repeated in a row. The default is 3.
  public var repeats = 3
  /// The number of earlier passwords that cannot be used again. The default is 5.
  public var history = 5
  /// The number of wrong passwords after which the user is locked. The default is 5.
  public var wrongTries = 5
  /// The duration of a lock in seconds. The default is 600.
  public var lockSeconds = 600

  /// Creates the default policy.
  public init() {}
}
