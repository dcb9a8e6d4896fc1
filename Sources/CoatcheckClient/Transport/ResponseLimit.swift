// SPDX-License-Identifier: Apache-2.0

/// How much of a response is read, and how long that may take.
public struct ResponseLimit: Sendable, Hashable {
  /// The longest body in bytes, counted after decompression.
  public var bytes: Int
  /// The time from sending the request to the last byte of the body.
  public var deadline: Duration

  /// 1 MiB within 10 seconds.
  public static let standard = ResponseLimit()
  /// For metadata and key sets: 256 KiB within 10 seconds.
  public static let metadata = ResponseLimit(bytes: 256 << 10)

  /// A limit of your own.
  public init(bytes: Int = 1 << 20, deadline: Duration = .seconds(10)) {
    self.bytes = bytes
    self.deadline = deadline
  }
}
