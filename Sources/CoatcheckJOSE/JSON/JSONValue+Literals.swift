// SPDX-License-Identifier: Apache-2.0

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  /// A string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// A truth value.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }

  /// A number; `null` for a literal too large for `Double`.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// An array.
  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }

  /// An object; of two members with one name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
