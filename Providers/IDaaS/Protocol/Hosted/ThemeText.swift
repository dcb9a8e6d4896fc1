// SPDX-License-Identifier: Apache-2.0

/// A text of a theme with its style. Parts that are not set keep the default look.
public struct ThemeText: Sendable, Hashable {
  /// The weight of the font.
  public enum Weight: String, Sendable, Hashable, CaseIterable {
    /// Light.
    case light
    /// Regular.
    case regular
    /// Medium.
    case medium
    /// Semibold.
    case semibold
    /// Bold.
    case bold
  }

  /// The maximum length of the text, in characters.
  public static let maximumLength = 200
  /// The permitted font sizes, in points.
  public static let sizes = 8.0...72.0

  /// The text: from 1 to ``maximumLength`` characters.
  public var text: String
  /// The color; nil for the default.
  public var color: ThemeColor?
  /// The font size in points, within ``sizes``; nil for the default.
  public var size: Double?
  /// The weight of the font; nil for the default.
  public var weight: Weight?

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - text: The text: from 1 to ``maximumLength`` characters.
  ///   - color: The color; nil for the default.
  ///   - size: The font size in points, within ``sizes``; nil for the default.
  ///   - weight: The weight of the font; nil for the default.
  public init(
    _ text: String, color: ThemeColor? = nil, size: Double? = nil, weight: Weight? = nil
  ) {
    self.text = text
    self.color = color
    self.size = size
    self.weight = weight
  }
}

extension ThemeText: ExpressibleByStringLiteral {
  /// Creates a text with the default style.
  ///
  /// - Parameter value: From 1 to ``maximumLength`` characters.
  public init(stringLiteral value: String) { self.init(value) }
}
