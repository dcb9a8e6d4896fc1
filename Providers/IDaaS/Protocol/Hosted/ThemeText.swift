// SPDX-License-Identifier: Apache-2.0

/// A text of a theme and how it looks. What is not set keeps the default look.
public struct ThemeText: Sendable, Hashable {
  /// How thick its lines are.
  public enum Weight: String, Sendable, Hashable, CaseIterable {
    /// Thin.
    case light
    /// As usual.
    case regular
    /// A little thicker.
    case medium
    /// Thicker.
    case semibold
    /// Thick.
    case bold
  }

  /// The maximum length of the text, in characters.
  public static let maximumLength = 200
  /// The sizes that are taken, in points.
  public static let sizes = 8.0...72.0

  /// The text: one to ``maximumLength`` characters.
  public var text: String
  /// Its colour.
  public var color: ThemeColor?
  /// Its size in points, within ``sizes``.
  public var size: Double?
  /// Its weight.
  public var weight: Weight?

  /// A text.
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
  /// A plain text.
  public init(stringLiteral value: String) { self.init(value) }
}
