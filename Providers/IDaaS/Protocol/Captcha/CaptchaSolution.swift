// SPDX-License-Identifier: Apache-2.0

/// The solution of a captcha.
public enum CaptchaSolution: Sendable, Hashable {
  /// The position to which the piece was moved.
  ///
  /// - `x`: The distance from the left edge of the picture to the left edge of the piece, in pixels as
  ///   shown.
  /// - `y`: The distance from the upper edge of the picture to that of the piece, in pixels as shown;
  ///   servers check only `x`.
  /// - `displayWidth`: The width of the picture as shown, in pixels; nil for its own width.
  /// - `slideTime`: The duration of the movement in milliseconds; nil when it was not measured.
  /// - `track`: The points of the movement; empty for a keyboard.
  case slider(
    x: Double, y: Double, displayWidth: Double? = nil, slideTime: Int? = nil,
    track: [TrackPoint] = [])
  /// The number that was found, as decimal digits.
  case proofOfWork(solution: String)
}
