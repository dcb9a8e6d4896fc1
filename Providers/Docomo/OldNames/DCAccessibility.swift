// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckOAuth

extension KeychainAccessibility {
  /// One of the six classes that the old SDK accepted.
  ///
  /// - Parameter constant: Apple's constant.
  /// - Throws: `misused` naming `accessibility`.
  init(constant: CFTypeRef?) throws(OAuthError) {
    let known: [(CFTypeRef, KeychainAccessibility)] = [
      (kSecAttrAccessibleWhenUnlocked, .whenUnlocked),
      (kSecAttrAccessibleAfterFirstUnlock, .afterFirstUnlock),
      (DCAccessibilityText.always, .always),
      (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .whenUnlockedThisDeviceOnly),
      (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .afterFirstUnlockThisDeviceOnly),
      (DCAccessibilityText.alwaysThisDeviceOnly, .alwaysThisDeviceOnly),
    ]
    guard let constant,
      let found = known.first(where: { "\($0.0)" == "\(constant)" })
    else {
      throw .misused("accessibility", "The accessibility is not one of the six classes.")
    }
    self = found.1
  }
}

/// The two classes that Apple has deprecated, by their values: the constants would cause warnings.
private enum DCAccessibilityText {
  static var always: CFTypeRef {
    #if canImport(Security)
      "dk" as CFString
    #else
      kSecAttrAccessibleAlways
    #endif
  }

  static var alwaysThisDeviceOnly: CFTypeRef {
    #if canImport(Security)
      "dku" as CFString
    #else
      kSecAttrAccessibleAlwaysThisDeviceOnly
    #endif
  }
}
