// SPDX-License-Identifier: Apache-2.0

/// How much JSON a reader takes before it refuses.
public struct JSONLimits: Sendable {
  /// How deep arrays and objects may be nested; never more than 128, whatever is set.
  public var depth = 32
  /// How long the text may be, in bytes.
  public var bytes = 1 << 20

  /// 32 levels and 1 MiB.
  public static let standard = JSONLimits()

  /// Limits.
  ///
  /// - Parameters:
  ///   - depth: How deep arrays and objects may be nested.
  ///   - bytes: How long the text may be, in bytes.
  public init(depth: Int = 32, bytes: Int = 1 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
