// SPDX-License-Identifier: Apache-2.0

/// A position on a page, in points from the upper left corner.
public struct ThemeRectangle: Sendable, Hashable {
  /// The permitted values of each side and distance, in points.
  public static let range = 0.0...4096.0

  /// The distance from the left edge.
  public var x: Double
  /// The distance from the upper edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle.
  ///
  /// - Parameters:
  ///   - x: The distance from the left edge.
  ///   - y: The distance from the upper edge.
  ///   - width: The width.
  ///   - height: The height.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
