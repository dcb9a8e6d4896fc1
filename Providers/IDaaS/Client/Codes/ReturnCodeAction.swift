// SPDX-License-Identifier: Apache-2.0

/// The action that resolves a return code. The list is closed, so that an app can handle all cases.
public enum ReturnCodeAction: String, Sendable, Hashable, CaseIterable {
  /// The user types it again.
  case correctInput
  /// The user solves a new captcha.
  case newCaptcha
  /// The user begins the sign-in, or this step of it, again.
  case startAgain
  /// The user signs in again or proves the phone number, and then repeats it.
  case proveAgain
  /// The user unlinks another account first.
  case unlinkFirst
  /// The user chooses another password.
  case choosePassword
  /// Nothing helps until the time has passed.
  case wait
  /// The same may work later.
  case retryLater
  /// The app's developer changes something.
  case fixApp
  /// The operator of the tenant changes something.
  case askOperator
}
