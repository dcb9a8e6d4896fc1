// SPDX-License-Identifier: Apache-2.0

/// The rule that decides whether the piece of a slider captcha was moved to its place.
public enum SliderRule {
  /// The permitted distance from the place, in pixels, in a picture that is shown in its own width.
  public static let tolerance = 6.0
  /// The maximum permitted distance, in pixels of the picture, in a picture that is shown smaller.
  public static let maximumTolerance = 8.0
  /// The permitted display widths, in pixels. In a narrower picture a random position would often be
  /// right; no display is wider.
  public static let displayWidths = 100.0...8_192.0

  /// Whether a position is within the tolerance of the place.
  ///
  /// The client reports the width in which it showed the picture, and the position is scaled to pixels of
  /// the picture. The vertical position is not checked, because the piece only moves sideways.
  ///
  /// - Parameters:
  ///   - x: The distance from the left edge of the picture to the left edge of the piece, in pixels as
  ///     shown.
  ///   - displayWidth: The width in which the picture was shown, in pixels; nil for its own width.
  ///   - width: The width of the picture, in its own pixels.
  ///   - answer: The right distance, in pixels of the picture.
  /// - Returns: False also for values that are not a position in the picture: infinite, not a number, or
  ///   outside.
  public static func isRight(
    _ x: Double, shownIn displayWidth: Double?, width: Int, answer: Int
  ) -> Bool {
    let shown = displayWidth ?? Double(width)
    guard displayWidths.contains(shown), x.isFinite, x >= 0, x <= shown else { return false }
    let scale = Double(width) / shown
    let allowed = min(maximumTolerance, tolerance * max(1, scale))
    return abs(x * scale - Double(answer)) <= allowed
  }
}
