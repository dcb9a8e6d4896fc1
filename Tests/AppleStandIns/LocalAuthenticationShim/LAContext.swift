// SPDX-License-Identifier: Apache-2.0

import Foundation

// The names of Apple's LocalAuthentication framework that the keychain code uses, with Apple's signatures. Written by
// hand from the documentation; never compared with an SDK.

/// What the system may ask the user for, and how. Not `Sendable`, as on Apple's systems: it is made inside one call.
open class LAContext: NSObject {
  /// The sentence that the prompt shows.
  public var localizedReason = ""
  /// Whether a prompt may appear.
  public var interactionNotAllowed = false
  /// How long, in seconds, an unlock of the device counts as the answer to a prompt.
  public var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  /// Whether ``invalidate()`` was called.
  public private(set) var isInvalidated = false

  public override init() { super.init() }

  /// Closes the prompt; the context is of no more use.
  open func invalidate() { isInvalidated = true }

  /// Whether the user could be asked.
  open func canEvaluatePolicy(
    _ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?
  ) -> Bool {
    guard !interactionNotAllowed, !isInvalidated else {
      error?.pointee = NSError(
        domain: LAErrorDomain, code: LAError.Code.notInteractive.rawValue, userInfo: nil)
      return false
    }
    return true
  }
}

/// What the user is asked for.
public enum LAPolicy: Int {
  /// A face or a finger.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// A face, a finger or the passcode.
  case deviceOwnerAuthentication = 2
}

/// The domain of the framework's errors.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// An error of the framework.
public struct LAError: Error {
  /// Its number.
  public enum Code: Int, Sendable {
    case authenticationFailed = -1
    case userCancel = -2
    case userFallback = -3
    case systemCancel = -4
    case passcodeNotSet = -5
    case biometryNotAvailable = -6
    case biometryNotEnrolled = -7
    case biometryLockout = -8
    case appCancel = -9
    case invalidContext = -10
    case notInteractive = -1004
  }

  /// Its number.
  public let code: Code
  /// An error.
  public init(_ code: Code) { self.code = code }
}
