// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `SecItemAdd`: adds an item.
@discardableResult
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  KeychainDevice.current.perform(.add) { device in
    guard let request = KeychainRequest(attributes, for: .add, hasResult: result != nil) else {
      return errSecParam
    }
    return device.add(request, result)
  }
}

/// `SecItemCopyMatching`: finds items.
@discardableResult
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  KeychainDevice.current.perform(.copyMatching) { device in
    guard let request = KeychainRequest(query, for: .copyMatching, hasResult: result != nil)
    else { return errSecParam }
    return device.copyMatching(request, result)
  }
}

/// `SecItemUpdate`: changes items.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  KeychainDevice.current.perform(.update) { device in
    guard let request = KeychainRequest(query, for: .update, hasResult: false),
      let change = KeychainRequest(attributesToUpdate, for: nil, hasResult: false)
    else { return errSecParam }
    return device.update(request, change)
  }
}

/// `SecItemDelete`: removes items.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  KeychainDevice.current.perform(.delete) { device in
    guard let request = KeychainRequest(query, for: .delete, hasResult: false) else {
      return errSecParam
    }
    return device.delete(request)
  }
}

/// The four calls.
public enum KeychainCall: String, Sendable, CaseIterable {
  case add, copyMatching, update, delete
}
