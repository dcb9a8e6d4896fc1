// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalAuthenticationShim

/// The dictionary of a call, read as strictly as the system reads it.
struct KeychainRequest {
  /// The attributes of items: strings, `Data`, `Bool`.
  var attributes: [String: Any] = [:]
  /// Whether the call is for synchronized items, for items that are not, or for both (nil).
  var synchronizable: Bool? = false
  /// Whether the data protection keychain is asked for.
  var usesDataProtection = false
  var returnsData = false
  var returnsAttributes = false
  var findsAll = false
  var context: LAContext?
  var skipsInteraction = false
  var control: SecAccessControl?

  private static let texts: Set<String> = [
    "svce", "acct", "agrp", "labl", "desc", "icmt", "pdmn",
  ]
  private static let dates: Set<String> = ["cdat", "mdat"]

  /// Nil for what is refused with `errSecParam`: an unknown key, a value of a wrong type, a missing class, and keys that the
  /// call does not take. Without a call the dictionary is the second one of an update.
  init?(_ dictionary: CFDictionary, for call: KeychainCall?, hasResult: Bool) {
    guard let values = dictionary as? [String: Any] else { return nil }
    for (key, value) in values {
      guard read(key, value, for: call) else { return nil }
    }
    let returns = returnsData || returnsAttributes
    switch call {
    case .add, .copyMatching: guard !returns || hasResult else { return nil }
    case .update, .delete: guard !returns else { return nil }
    case nil: guard !returns, values["class"] == nil else { return nil }
    }
    if call != nil { guard values["class"] as? String == "genp" else { return nil } }
    if let control {
      // An access control contains the accessibility class, so a different `kSecAttrAccessible` is an
      // error.
      // Such an item cannot be synchronized.
      guard synchronizable != true,
        attributes["pdmn"] as? String ?? control.protection == control.protection
      else { return nil }
    }
  }

  private mutating func read(_ key: String, _ value: Any, for call: KeychainCall?) -> Bool {
    switch key {
    case "class": return value is String
    case _ where Self.texts.contains(key):
      guard let text = value as? String else { return false }
      if key == "pdmn", !KeychainRow.classes.contains(text) { return false }
      attributes[key] = text
    case _ where Self.dates.contains(key):
      guard value is Date else { return false }
      attributes[key] = value
    case "gena", "v_Data":
      guard let data = value as? Data else { return false }
      attributes[key] = data
    case "sync":
      if value as? String == "syna" {
        synchronizable = nil; return call == .copyMatching || call == .delete
      }
      guard let flag = value as? Bool else { return false }
      synchronizable = flag
    case "nleg":
      guard let flag = value as? Bool else { return false }
      usesDataProtection = flag
    case "u_UserIndependent": return value is Bool
    case "accc":
      guard let control = value as? SecAccessControl, call == .add || call == nil else {
        return false
      }
      self.control = control
    case "u_AuthCtx":
      guard let context = value as? LAContext else { return false }
      self.context = context
    case "u_AuthUI":
      guard value as? String == "u_AuthUIS" else { return false }
      skipsInteraction = true
    case "r_Data", "r_Attributes":
      guard let flag = value as? Bool else { return false }
      if key == "r_Data" { returnsData = flag } else { returnsAttributes = flag }
    case "m_Limit": return readLimit(value, for: call)
    case "m_CaseInsensitive": return value is Bool && call == .copyMatching
    default: return false
    }
    return true
  }

  /// `SecItemCopyMatching` accepts both limits, `SecItemDelete` only `kSecMatchLimitAll`, the other calls
  /// none.
  private mutating func readLimit(_ value: Any, for call: KeychainCall?) -> Bool {
    let name = value as? String
    findsAll = name == "m_LimitAll"
    switch call {
    case .copyMatching: return findsAll || name == "m_LimitOne"
    case .delete: return findsAll
    case .add, .update, nil: return false
    }
  }
}
