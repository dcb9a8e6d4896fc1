// SPDX-License-Identifier: Apache-2.0

/// The limits for JSON texts that are read.
public struct JSONLimits: Sendable {
  /// The maximum nesting of arrays and objects; never more than 128, whatever is set.
  public var depth = 32
  /// The maximum length of the text, in bytes.
  public var bytes = 1 << 20

  /// A nesting of at most 32 levels, and at most 1 MiB.
  public static let standard = JSONLimits()

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - depth: The maximum nesting of arrays and objects; values above 128 count as 128.
  ///   - bytes: The maximum length of the text, in bytes.
  public init(depth: Int = 32, bytes: Int = 1 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
