// SPDX-License-Identifier: Apache-2.0

/// How far an upload or a download has come.
///
/// ``bytes`` only grows within one attempt. When a request has to be sent again, because its token was
/// rejected or it was redirected, it starts again at nothing under the next ``attempt``.
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
  /// How many times the request was sent, this one included.
  public let attempt: Int
  /// The bytes which the connection has taken, or which the program has got.
  public let bytes: Int64
  /// The bytes there will be; nil when that is not known.
  public let total: Int64?

  /// A state of a transfer.
  public init(direction: Direction, attempt: Int = 1, bytes: Int64, total: Int64?) {
    self.direction = direction
    self.attempt = attempt
    self.bytes = bytes
    self.total = total
  }
}
