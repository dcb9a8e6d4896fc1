// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// How often something may be tried: what ``IssuerStore/attempt(_:limit:window:at:)`` counts by.
public struct AttemptLimit: Sendable, Equatable {
  /// What is counted.
  public let key: String
  /// How many attempts a window allows.
  public let limit: Int
  /// How long a window is, in seconds.
  public let window: TimeInterval

  /// Describes a limit.
  public init(_ key: String, limit: Int, window: TimeInterval) {
    self.key = key
    self.limit = limit
    self.window = window
  }
}
