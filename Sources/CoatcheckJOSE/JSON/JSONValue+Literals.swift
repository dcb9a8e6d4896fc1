// SPDX-License-Identifier: Apache-2.0

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a whole number.
  public init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }

  /// Creates a number; `null` for a literal too large for `Double`.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }

  /// Creates an object; of two members with the same name the last one is kept.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
