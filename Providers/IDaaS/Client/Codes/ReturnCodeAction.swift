// SPDX-License-Identifier: Apache-2.0

/// Who does what about a return code. The list is closed: an app can handle all of it.
public enum ReturnCodeAction: String, Sendable, Hashable, CaseIterable {
  /// The person types it again.
  case correctInput
  /// The person solves a new captcha.
  case newCaptcha
  /// The person begins the sign-in, or this step of it, again.
  case startAgain
  /// The person signs in again or proves the phone number, and then repeats it.
  case proveAgain
  /// The person unlinks another account first.
  case unlinkFirst
  /// The person chooses another password.
  case choosePassword
  /// Nobody does anything until the time is over.
  case wait
  /// The same may work later.
  case retryLater
  /// The app's developer changes something.
  case fixApp
  /// Whoever runs the tenant changes something.
  case askOperator
}
