// SPDX-License-Identifier: Apache-2.0

/// Where something is put, in points from the upper left corner.
public struct ThemeRectangle: Sendable, Hashable {
  /// The valid range of every side.
  public static let range = 0.0...4096.0

  /// How far it is from the left edge.
  public var x: Double
  /// How far it is from the upper edge.
  public var y: Double
  /// Its width.
  public var width: Double
  /// Its height.
  public var height: Double

  /// A rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
