// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
  @_exported public import Security
#else
  /// Apple's type of any object of Core Foundation.
  public typealias CFTypeRef = AnyObject

  // Apple's names of the keychain classes, with their values, for systems without a keychain: there the
  // class is stored with the session, and protects nothing.

  /// A stored context can be read while the device is unlocked.
  public let kSecAttrAccessibleWhenUnlocked: DCAccessibilityName = DCAccessibilityName("ak")
  /// A stored context can be read from the first unlock after a start of the device.
  public let kSecAttrAccessibleAfterFirstUnlock: DCAccessibilityName = DCAccessibilityName("ck")
  /// Deprecated by Apple: kept as `kSecAttrAccessibleAfterFirstUnlock`.
  public let kSecAttrAccessibleAlways: DCAccessibilityName = DCAccessibilityName("dk")
  /// A stored context can be read while the device is unlocked, on this device only.
  public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: DCAccessibilityName =
    DCAccessibilityName("aku")
  /// A stored context can be read from the first unlock after a start of the device, on this device only.
  public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: DCAccessibilityName =
    DCAccessibilityName("cku")
  /// Deprecated by Apple: kept as `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`.
  public let kSecAttrAccessibleAlwaysThisDeviceOnly: DCAccessibilityName =
    DCAccessibilityName("dku")

  /// One of the constants above, on systems without a keychain. Where there is a keychain, the constants
  /// are Apple's.
  public final class DCAccessibilityName: Sendable, CustomStringConvertible {
    /// The value of Apple's constant.
    public let description: String

    init(_ text: String) { description = text }
  }
#endif

#if canImport(UIKit) && !os(watchOS)
  @_exported public import UIKit
#else
  /// A placeholder for the class of UIKit on which the old SDK pushed its web view. Nothing is pushed on
  /// it: users sign in in their browser.
  @MainActor
  open class UINavigationController {
    /// Creates a navigation controller.
    public init() {}
  }
#endif
