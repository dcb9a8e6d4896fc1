// SPDX-License-Identifier: Apache-2.0

/// When an item of a keychain can be read, and whether a backup takes it to another device.
///
/// These are the six classes that sign-in libraries have always offered, and the one that Apple
/// added. Two of the six are no more: a request for `always` is stored as `afterFirstUnlock`.
///
/// [Restricting keychain item accessibility](https://developer.apple.com/documentation/security/restricting-keychain-item-accessibility)
public enum KeychainAccessibility: String, Sendable, Hashable, CaseIterable {
  /// While the device is unlocked. A background launch cannot read it.
  case whenUnlocked = "when-unlocked"
  /// From the first unlock after a start of the device.
  case afterFirstUnlock = "after-first-unlock"
  /// As ``afterFirstUnlock``: Apple has given up the class that needs no unlock.
  case always
  /// As ``whenUnlocked``, and on this device only.
  case whenUnlockedThisDeviceOnly = "when-unlocked-this-device-only"
  /// As ``afterFirstUnlock``, and on this device only.
  case afterFirstUnlockThisDeviceOnly = "after-first-unlock-this-device-only"
  /// As ``afterFirstUnlockThisDeviceOnly``.
  case alwaysThisDeviceOnly = "always-this-device-only"
  /// While the device is unlocked, on this device only, and gone when its passcode is taken away.
  case whenPasscodeSetThisDeviceOnly = "when-passcode-set-this-device-only"

  /// The class that is requested from the keychain.
  public var effective: KeychainAccessibility {
    switch self {
    case .always: .afterFirstUnlock
    case .alwaysThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
    default: self
    }
  }
}
