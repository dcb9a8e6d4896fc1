// SPDX-License-Identifier: Apache-2.0

/// How far an upload or a download has come.
///
/// ``bytes`` only grows within one attempt. When a request has to be sent again, because its token was
/// rejected or it was redirected, it starts again at 0 under the next ``attempt``.
public struct TransferProgress: Sendable, Hashable {
  /// Which way the bytes go.
  public enum Direction: Sendable, Hashable {
    /// The body of the request.
    case upload
    /// The body of the response.
    case download
  }

  /// Which way the bytes go.
  public let direction: Direction
  /// Which time of sending the request it is, from 1.
  public let attempt: Int
  /// How many bytes of the request the connection has taken, or how many of the response the program has
  /// read.
  public let bytes: Int64
  /// The number of all bytes; nil when it is not known.
  public let total: Int64?

  /// Creates a state of a transfer.
  ///
  /// - Parameters:
  ///   - direction: Which way the bytes go.
  ///   - attempt: Which time of sending the request it is, from 1.
  ///   - bytes: How many bytes were transferred so far in this attempt.
  ///   - total: The number of all bytes; nil when it is not known.
  public init(direction: Direction, attempt: Int = 1, bytes: Int64, total: Int64?) {
    self.direction = direction
    self.attempt = attempt
    self.bytes = bytes
    self.total = total
  }
}
