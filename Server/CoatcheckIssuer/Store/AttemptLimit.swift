// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// How often something may be tried: the arguments of ``IssuerStore/attempt(_:limit:window:at:)`` as one
/// value.
public struct AttemptLimit: Sendable, Equatable {
  /// The key under which attempts are counted.
  public let key: String
  /// The maximum number of attempts within one window.
  public let limit: Int
  /// The length of a window, in seconds.
  public let window: TimeInterval

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - key: The key under which attempts are counted.
  ///   - limit: The maximum number of attempts within one window.
  ///   - window: The length of a window, in seconds.
  public init(_ key: String, limit: Int, window: TimeInterval) {
    self.key = key
    self.limit = limit
    self.window = window
  }
}
