// SPDX-License-Identifier: Apache-2.0

// The names of Apple's Security framework that SecItemKeychain uses, so that its types can be checked on
// Linux. Nothing is kept: each call says errSecUnimplemented. There is no bridging on Linux, so the Core
// Foundation types are Swift's own, and a missing `as String` or `as CFDictionary` goes unseen.

/// A result code.
public typealias OSStatus = Int32
/// A text.
public typealias CFString = String
/// A dictionary.
public typealias CFDictionary = [String: Any]
/// Any object.
public typealias CFTypeRef = Any

private let unimplemented: OSStatus = -4

/// `SecItemAdd`, which does nothing.
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { unimplemented }

/// `SecItemCopyMatching`, which does nothing.
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { unimplemented }

/// `SecItemUpdate`, which does nothing.
public func SecItemUpdate(
  _ query: CFDictionary, _ attributesToUpdate: CFDictionary
) -> OSStatus { unimplemented }

/// `SecItemDelete`, which does nothing.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { unimplemented }

/// `kSecClass`
public let kSecClass: CFString = "class"
/// `kSecClassGenericPassword`
public let kSecClassGenericPassword: CFString = "genp"
/// `kSecAttrService`
public let kSecAttrService: CFString = "svce"
/// `kSecAttrAccount`
public let kSecAttrAccount: CFString = "acct"
/// `kSecAttrAccessGroup`
public let kSecAttrAccessGroup: CFString = "agrp"
/// `kSecAttrLabel`
public let kSecAttrLabel: CFString = "labl"
/// `kSecAttrSynchronizable`
public let kSecAttrSynchronizable: CFString = "sync"
/// `kSecAttrAccessible`
public let kSecAttrAccessible: CFString = "pdmn"
/// `kSecAttrAccessibleWhenUnlocked`
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// `kSecAttrAccessibleAfterFirstUnlock`
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
/// `kSecUseDataProtectionKeychain`
public let kSecUseDataProtectionKeychain: CFString = "nleg"
/// `kSecValueData`
public let kSecValueData: CFString = "v_Data"
/// `kSecReturnAttributes`
public let kSecReturnAttributes: CFString = "r_Attributes"
/// `kSecReturnData`
public let kSecReturnData: CFString = "r_Data"
/// `kSecMatchLimit`
public let kSecMatchLimit: CFString = "m_Limit"
/// `kSecMatchLimitOne`
public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// `kSecMatchLimitAll`
public let kSecMatchLimitAll: CFString = "m_LimitAll"
