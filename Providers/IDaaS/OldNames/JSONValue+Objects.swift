// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import Foundation

extension JSONValue {
  /// The value as objects of Foundation, as the old SDK's: apps cast them to NSString, NSNumber and NSDictionary.
  var objects: NSObject {
    switch self {
    case .null: NSNull()
    case .bool(let flag): NSNumber(value: flag)
    case .number(let number):
      number.int.map { NSNumber(value: $0) } ?? NSNumber(value: number.double ?? 0)
    case .string(let text): NSString(string: text)
    case .array(let values): NSArray(array: values.map(\.objects))
    case .object(let object):
      NSDictionary(
        dictionary: Dictionary(object.map { ($0.name, $0.value.objects) }) { $1 })
    }
  }
}
