// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

/// When a stored session can be read: the six keychain classes, by the words that docomo's SDK stored
/// beside its tokens.
///
/// ```swift
/// let accessibility = DocomoAccessibility(rawValue: word)?.accessibility
/// ```
public enum DocomoAccessibility: String, Sendable, Hashable, CaseIterable {
  /// While the device is unlocked.
  case whenUnlocked = "WHEN_UNLOCKED"
  /// From the first unlock after a start of the device.
  case afterFirstUnlock = "AFTER_FIRST_UNLOCK"
  /// Always. Apple has deprecated this class: a session is kept as ``afterFirstUnlock``.
  case always = "ALWAYS"
  /// As ``whenUnlocked``, and on this device only.
  case whenUnlockedThisDeviceOnly = "WHEN_UNLOCKED_THIS_DEVICE_ONLY"
  /// As ``afterFirstUnlock``, and on this device only.
  case afterFirstUnlockThisDeviceOnly = "AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY"
  /// Always, and on this device only. Apple has deprecated this class: a session is kept as
  /// ``afterFirstUnlockThisDeviceOnly``. The word is spelled as docomo's SDK spelled it.
  case alwaysThisDeviceOnly = "ALWAYS_THI_SDEVICE_ONLY"

  /// The keychain class of this word. For the two classes that Apple has deprecated,
  /// `KeychainAccessibility.effective` is the class that the keychain gets instead.
  public var accessibility: KeychainAccessibility {
    switch self {
    case .whenUnlocked: .whenUnlocked
    case .afterFirstUnlock: .afterFirstUnlock
    case .always: .always
    case .whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly
    case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
    case .alwaysThisDeviceOnly: .alwaysThisDeviceOnly
    }
  }
}
