// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

/// The audit events of captchas. None contains the right position of a piece, or the one that the user
/// chose.
extension AuditEvent.Name {
  /// A captcha was solved.
  static let captchaSolved = Self(rawValue: "captcha_solved")
  /// The solution of a captcha was wrong, or came from another client.
  static let captchaFailed = Self(rawValue: "captcha_failed")
  /// A device or source is locked: it gets no pictures for a while.
  static let captchaLocked = Self(rawValue: "captcha_locked")
  /// The proof of a captcha was refused, with the reason.
  static let captchaRefused = Self(rawValue: "captcha_refused")
}
