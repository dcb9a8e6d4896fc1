// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The result of a call of a keychain: an `OSStatus` of the Security framework.
///
/// [Security Framework Result Codes](https://developer.apple.com/documentation/security/security-framework-result-codes)
public struct KeychainStatus: RawRepresentable, Sendable, Hashable {
  /// The number of the `OSStatus`.
  public let rawValue: Int32

  /// Creates a status, also one without a name here.
  ///
  /// - Parameter rawValue: The number of the `OSStatus`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// It was done: `errSecSuccess`.
  public static let success = Self(rawValue: 0)
  /// There is no such item: `errSecItemNotFound`.
  public static let itemNotFound = Self(rawValue: -25300)
  /// There is such an item already: `errSecDuplicateItem`.
  public static let duplicateItem = Self(rawValue: -25299)
  /// The user has to unlock the device first, or a prompt is needed and may not appear:
  /// `errSecInteractionNotAllowed`.
  public static let interactionNotAllowed = Self(rawValue: -25308)
  /// The user has to be asked: `errSecInteractionRequired`.
  public static let interactionRequired = Self(rawValue: -25315)
  /// The user was not recognized, or the device has no passcode for the class: `errSecAuthFailed`.
  public static let authFailed = Self(rawValue: -25293)
  /// The user closed the prompt: `errSecUserCanceled`.
  public static let userCanceled = Self(rawValue: -128)
  /// There is no keychain yet: `errSecNotAvailable`.
  public static let notAvailable = Self(rawValue: -25291)
  /// The program may not use this keychain or access group: `errSecMissingEntitlement`.
  public static let missingEntitlement = Self(rawValue: -34018)
  /// The item is too long: `errSecDataTooLarge`.
  public static let dataTooLarge = Self(rawValue: -25302)
  /// The item cannot be decrypted: `errSecDecode`.
  public static let decode = Self(rawValue: -26275)
  /// There is no room: `errSecDiskFull`.
  public static let diskFull = Self(rawValue: -34)
  /// An argument is wrong: `errSecParam`.
  public static let parameter = Self(rawValue: -50)

  /// The keychain has not been moved to the form of a new version of the system (-34019, which is in no
  /// public header): it waits for an unlock.
  public static let upgradePending = Self(rawValue: -34019)

  /// Whether the keychain can be used after the user has unlocked the device.
  public var isLocked: Bool {
    [.interactionNotAllowed, .interactionRequired, .upgradePending].contains(self)
  }

  /// The error that a store throws for it. No error means that there is no session.
  ///
  /// - Parameter what: The operation, as in “read a record”.
  func error(_ what: String) -> OAuthError {
    switch self {
    case .interactionNotAllowed, .interactionRequired:
      .unreachable(
        .storeLocked,
        "The keychain is locked: it cannot \(what) until the device is unlocked (status \(rawValue))."
      )
    case .upgradePending:
      .unreachable(
        .storeLocked,
        "The keychain waits for the first unlock after an update of the system: it cannot \(what) until then (-34019)."
      )
    case .itemNotFound:
      .unreachable(
        .storeLocked,
        "The device is locked, and the keychain cannot \(what): it may not find what it holds until the device is unlocked (-25300)."
      )
    case .authFailed:
      .refused(
        .interactionRequired,
        "The keychain cannot \(what): the user was not recognised. Prompt again (-25293).",
        parameter: "presence")
    case .userCanceled:
      .userCancelled("The keychain cannot \(what): the user closed the prompt (-128).")
    case .missingEntitlement:
      .misused(
        "group",
        "The keychain cannot \(what): the program lacks the entitlement for the access group, or for any keychain (-34018)."
      )
    case .notAvailable:
      .store("the keychain cannot \(what) now; try again later (-25291)")
    case .dataTooLarge: .store("the keychain cannot \(what): it is too long (-25302)")
    case .diskFull: .store("the keychain cannot \(what): there is no room (-34)")
    case .parameter:
      .store("the keychain cannot \(what): a parameter is wrong, which is a bug of Coatcheck (-50)")
    default: .store("the keychain cannot \(what) (status \(rawValue))")
    }
  }
}
