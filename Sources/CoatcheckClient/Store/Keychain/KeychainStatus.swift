// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// What a keychain answered: an `OSStatus` of Security.
///
/// [Security Framework Result Codes](https://developer.apple.com/documentation/security/security-framework-result-codes)
public struct KeychainStatus: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: Int32

  /// Any status.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// It was done: `errSecSuccess`.
  public static let success = Self(rawValue: 0)
  /// There is no such item: `errSecItemNotFound`.
  public static let itemNotFound = Self(rawValue: -25300)
  /// There is such an item already: `errSecDuplicateItem`.
  public static let duplicateItem = Self(rawValue: -25299)
  /// The user has to unlock the device first: `errSecInteractionNotAllowed`.
  public static let interactionNotAllowed = Self(rawValue: -25308)
  /// The user has to be asked: `errSecInteractionRequired`.
  public static let interactionRequired = Self(rawValue: -25315)
  /// The password was wrong, or none was given: `errSecAuthFailed`.
  public static let authFailed = Self(rawValue: -25293)
  /// The user denied access: `errSecUserCanceled`.
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

  /// The error that a store throws for it. No error means that there is no session.
  ///
  /// - Parameter what: What was being done.
  func error(_ what: String) -> OAuthError {
    switch self {
    case .interactionNotAllowed, .interactionRequired, .authFailed, .userCanceled:
      .unreachable(
        .storeLocked,
        "The keychain is locked: it cannot \(what) until the device is unlocked (status \(rawValue))."
      )
    case .missingEntitlement:
      .store(
        "the keychain cannot \(what): the app lacks the entitlement for the access group (-34018)")
    case .dataTooLarge: .store("the keychain cannot \(what): it is too long (-25302)")
    case .diskFull: .store("the keychain cannot \(what): there is no room (-34)")
    default: .store("the keychain cannot \(what) (status \(rawValue))")
    }
  }
}
