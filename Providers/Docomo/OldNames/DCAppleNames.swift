// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
  @_exported public import Security
#else
  /// Apple's type of any object of Core Foundation.
  public typealias CFTypeRef = AnyObject

  // Apple's names of the classes in a keychain, with their values, for systems without a keychain: there the class of a
  // session is remembered only.

  /// While the device is unlocked.
  public let kSecAttrAccessibleWhenUnlocked: DCAccessibilityName = DCAccessibilityName("ak")
  /// From the first unlock after a start of the device.
  public let kSecAttrAccessibleAfterFirstUnlock: DCAccessibilityName = DCAccessibilityName("ck")
  /// Given up by Apple: kept as `kSecAttrAccessibleAfterFirstUnlock`.
  public let kSecAttrAccessibleAlways: DCAccessibilityName = DCAccessibilityName("dk")
  /// While the device is unlocked, on this device only.
  public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: DCAccessibilityName =
    DCAccessibilityName("aku")
  /// From the first unlock on, on this device only.
  public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: DCAccessibilityName =
    DCAccessibilityName("cku")
  /// Given up by Apple: kept as `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`.
  public let kSecAttrAccessibleAlwaysThisDeviceOnly: DCAccessibilityName =
    DCAccessibilityName("dku")

  /// One of Apple's names, which are texts of Core Foundation where there is a keychain.
  public final class DCAccessibilityName: Sendable, CustomStringConvertible {
    /// Apple's value.
    public let description: String

    init(_ text: String) { description = text }
  }
#endif

#if canImport(UIKit) && !os(watchOS)
  @_exported public import UIKit
#else
  /// What the old SDK pushed its web view on. Nothing is pushed on it: users sign in in their browser.
  @MainActor
  open class UINavigationController {
    /// A navigation controller.
    public init() {}
  }
#endif
