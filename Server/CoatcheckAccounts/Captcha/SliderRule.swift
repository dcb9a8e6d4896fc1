// SPDX-License-Identifier: Apache-2.0

/// Whether a piece was put into its place.
public enum SliderRule {
  /// How far off it may be in a picture shown as wide as it is, in pixels.
  public static let tolerance = 6.0
  /// How far off it may be in a picture shown so small that a finger cannot do better.
  public static let maximumTolerance = 8.0
  /// The widths a picture is shown in. Narrower, a piece would be put by chance; nothing is as wide.
  public static let displayWidths = 100.0...8_192.0

  /// Whether a position is the place, within what a hand can do.
  ///
  /// The answer has the width that was displayed, and is compared in pixels of the picture: a phone shows the
  /// picture smaller, and each of its pixels is more of the picture's. How high the piece is is not asked: it
  /// only moves sideways.
  ///
  /// - Parameters:
  ///   - x: How far the left of the piece is from the left of the picture, in pixels as shown.
  ///   - displayWidth: How wide the picture was shown; nil for as wide as it is.
  ///   - width: How wide the picture is.
  ///   - answer: How far it has to be, in pixels of the picture.
  /// - Returns: False as well for what is not a position in a picture: infinite, not a number, outside.
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
