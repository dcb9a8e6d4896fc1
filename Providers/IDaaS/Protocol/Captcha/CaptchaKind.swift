// SPDX-License-Identifier: Apache-2.0

/// A kind of captcha: the values of `type` and `captchaType`.
public enum CaptchaKind: String, Sendable, Hashable, CaseIterable {
  /// The user moves a piece to its place in a picture: by mouse, touch or keyboard.
  case slider
  /// The device computes for a moment without the user, for users who cannot see or drag the slider.
  case proofOfWork = "pow"
}
