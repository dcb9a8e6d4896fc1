// SPDX-License-Identifier: Apache-2.0

/// The kinds of captchas: `type` and `captchaType`.
public enum CaptchaKind: String, Sendable, Hashable, CaseIterable {
  /// A piece is put into its place in a picture: by mouse, finger or keyboard.
  case slider
  /// The device computes for a moment and the user does nothing: for those who cannot see the picture.
  case proofOfWork = "pow"
}
