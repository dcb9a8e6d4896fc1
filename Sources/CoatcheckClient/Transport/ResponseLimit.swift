// SPDX-License-Identifier: Apache-2.0

/// How much of a response is read, and how long that may take.
///
/// For a response that is read as a whole (``HTTPTransport/send(_:body:limit:)``) the deadline is the time
/// for all of it. For one that is streamed (``HTTPTransport/open(_:body:limit:)``) it is the longest time
/// in which nothing moves: no byte of the request goes out and none of the response comes in.
public struct ResponseLimit: Sendable, Hashable {
  /// The longest body in bytes, counted after decompression.
  public var bytes: Int
  /// The time from sending the request to the last byte of the body; for a stream, the longest time
  /// without any byte.
  public var deadline: Duration

  /// 1 MiB within 10 seconds.
  public static let standard = ResponseLimit()
  /// For metadata and key sets: 256 KiB within 10 seconds.
  public static let metadata = ResponseLimit(bytes: 256 << 10)

  /// For downloads: any length, and at most 30 seconds without a byte.
  public static let unlimited = ResponseLimit(bytes: .max, deadline: .seconds(30))

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - bytes: The longest body in bytes, counted after decompression; 1 MiB unless given.
  ///   - deadline: The time for the whole response or, for a stream, the longest time without any byte;
  ///     10 seconds unless given.
  public init(bytes: Int = 1 << 20, deadline: Duration = .seconds(10)) {
    self.bytes = bytes
    self.deadline = deadline
  }
}
