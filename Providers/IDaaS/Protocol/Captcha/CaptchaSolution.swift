// SPDX-License-Identifier: Apache-2.0

/// What a captcha is answered with.
public enum CaptchaSolution: Sendable, Hashable {
  /// Where the piece was put.
  ///
  /// - x: how far its left edge is from the picture's, in pixels as the picture was shown.
  /// - y: how far its upper edge is from the picture's; servers look at `x`.
  /// - displayWidth: how wide the picture was shown; nil means as wide as it is.
  /// - slideTime: how many milliseconds it took.
  /// - track: how it was moved; empty for keyboards.
  case slider(
    x: Double, y: Double, displayWidth: Double? = nil, slideTime: Int? = nil,
    track: [TrackPoint] = [])
  /// The number that was found.
  case proofOfWork(solution: String)
}
