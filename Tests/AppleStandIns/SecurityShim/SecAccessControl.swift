// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the user has to do before an item is read.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Any bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A face, a finger or the passcode.
  public static let userPresence = Self(rawValue: 1 << 0)
  /// A face or a finger, also one that is enrolled later.
  public static let biometryAny = Self(rawValue: 1 << 1)
  /// A face or a finger of those enrolled when the item was added.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  /// The passcode.
  public static let devicePasscode = Self(rawValue: 1 << 4)
  /// One of several constraints.
  public static let or = Self(rawValue: 1 << 14)
  /// All constraints.
  public static let and = Self(rawValue: 1 << 15)
}

/// The accessibility class and the constraints of an item.
public final class SecAccessControl: NSObject {
  /// The class: the value of `kSecAttrAccessible`.
  public let protection: String
  /// The constraints.
  public let flags: SecAccessControlCreateFlags

  init(_ protection: String, _ flags: SecAccessControlCreateFlags) {
    self.protection = protection
    self.flags = flags
  }
}

/// Makes an access control; nil, and an error, for a class that does not exist.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard let name = (protection as? NSString).map({ $0 as String }),
    KeychainRow.classes.contains(name)
  else {
    error?.pointee = Unmanaged.passRetained(CFError(Int(errSecParam)))
    return nil
  }
  return SecAccessControl(name, flags)
}
