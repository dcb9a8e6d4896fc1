// SPDX-License-Identifier: Apache-2.0

import Foundation

// The constants of Apple's Security framework that the keychain code uses, and their values. `errSecUpgradePending` is in
// no public header.

/// `kSecClass`
nonisolated(unsafe) public let kSecClass: CFString = "class"
/// `kSecClassGenericPassword`
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// `kSecAttrService`
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// `kSecAttrAccount`
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// `kSecAttrAccessGroup`
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// `kSecAttrLabel`
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// `kSecAttrDescription`
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// `kSecAttrComment`
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// `kSecAttrGeneric`
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// `kSecAttrCreationDate`
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// `kSecAttrModificationDate`
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// `kSecAttrSynchronizable`
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// `kSecAttrSynchronizableAny`
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
/// `kSecAttrAccessible`
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// `kSecAttrAccessibleWhenUnlocked`
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// `kSecAttrAccessibleAfterFirstUnlock`
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
/// `kSecAttrAccessControl`
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// `kSecUseDataProtectionKeychain`
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
/// `kSecUseUserIndependentKeychain`
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString = "u_UserIndependent"
/// `kSecUseAuthenticationUI`
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// `kSecUseAuthenticationUISkip`
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// `kSecUseAuthenticationContext`
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// `kSecValueData`
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// `kSecReturnAttributes`
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// `kSecReturnData`
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// `kSecMatchLimit`
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// `kSecMatchLimitOne`
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// `kSecMatchLimitAll`
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// `kSecMatchCaseInsensitive`
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"

/// `errSecSuccess`
public var errSecSuccess: OSStatus { 0 }
/// `errSecUnimplemented`
public var errSecUnimplemented: OSStatus { -4 }
/// `errSecDiskFull`
public var errSecDiskFull: OSStatus { -34 }
/// `errSecParam`
public var errSecParam: OSStatus { -50 }
/// `errSecUserCanceled`
public var errSecUserCanceled: OSStatus { -128 }
/// `errSecNotAvailable`
public var errSecNotAvailable: OSStatus { -25291 }
/// `errSecAuthFailed`
public var errSecAuthFailed: OSStatus { -25293 }
/// `errSecDuplicateItem`
public var errSecDuplicateItem: OSStatus { -25299 }
/// `errSecItemNotFound`
public var errSecItemNotFound: OSStatus { -25300 }
/// `errSecInteractionNotAllowed`
public var errSecInteractionNotAllowed: OSStatus { -25308 }
/// `errSecInteractionRequired`
public var errSecInteractionRequired: OSStatus { -25315 }
/// `errSecDecode`
public var errSecDecode: OSStatus { -26275 }
/// `errSecMissingEntitlement`
public var errSecMissingEntitlement: OSStatus { -34018 }

let errSecUpgradePending: OSStatus = -34019
