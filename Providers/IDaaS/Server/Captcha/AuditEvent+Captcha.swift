// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

/// What is recorded of captchas: never where a piece belongs, never where it was put.
extension AuditEvent.Name {
  /// A captcha was solved.
  static let captchaSolved = Self(rawValue: "captcha_solved")
  /// A captcha was answered wrong, or by another client.
  static let captchaFailed = Self(rawValue: "captcha_failed")
  /// A user gets no pictures for a while.
  static let captchaLocked = Self(rawValue: "captcha_locked")
  /// The proof of a captcha was refused: why.
  static let captchaRefused = Self(rawValue: "captcha_refused")
}
