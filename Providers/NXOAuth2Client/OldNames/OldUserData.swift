// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import Foundation

/// The user data of an old account: objects of Foundation in the program, JSON in the store.
enum OldUserData {
  typealias Object = any NSObjectProtocol & NSCoding & NSCopying

  /// The object for stored JSON.
  static func object(_ json: JSONValue) -> Object? {
    switch json {
    case .null: nil
    case .bool(let value): NSNumber(value: value)
    case .string(let text): NSString(string: text)
    case .number: json.doubleValue.map { NSNumber(value: $0) }
    case .array(let values): NSArray(array: values.compactMap(object))
    case .object(let members):
      NSDictionary(
        dictionary: Dictionary(
          uniqueKeysWithValues: members.names.compactMap { name in
            members[name].flatMap(object).map { (name, $0 as Any) }
          }))
    }
  }

  /// The JSON to store for an object; nil for a class that cannot be stored.
  static func json(_ object: Any) -> JSONValue? {
    switch object {
    case let text as String: return .string(text)
    case let number as NSNumber: return JSONNumber(number.doubleValue).map(JSONValue.number)
    case let values as [Any]:
      let stored = values.compactMap(json)
      return stored.count == values.count ? .array(stored) : nil
    case let members as [String: Any]:
      var stored = JSONObject()
      for (name, value) in members {
        guard let value = json(value) else { return nil }
        stored[name] = value
      }
      return .object(stored)
    default: return nil
    }
  }
}
