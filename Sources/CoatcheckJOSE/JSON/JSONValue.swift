// SPDX-License-Identifier: Apache-2.0

/// Any JSON value.
///
/// Strings are compared byte by byte, never by Unicode equivalence.
///
/// [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)
public enum JSONValue: Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number, as written.
  case number(JSONNumber)
  /// A string, unescaped.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, in the order written.
  case object(JSONObject)

  /// Reads a JSON text, strictly.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte order mark; only white space may follow the value.
  ///   - limits: The maximum nesting and length.
  /// - Throws: ``JOSEError`` with `malformedJSON`, `duplicateMember`, `tooDeep` or `tooLarge`; no part of
  ///   the text may be used.
  public init(
    parsing bytes: some Collection<UInt8>, limits: JSONLimits = .standard
  ) throws(JOSEError) {
    self = try JSONReader.read(bytes, limits: limits)
  }

  /// The string; `nil` for another kind of value.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The integer; `nil` for another kind of value and for a number that is not whole or does not fit: `1.0`
  /// and `1e3` are whole.
  public var intValue: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  /// The number; `nil` for another kind of value and for a number too large for `Double`.
  public var doubleValue: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The truth value; `nil` for another kind of value.
  public var boolValue: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements of an array; `nil` for another kind of value.
  public var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The object; `nil` for another kind of value.
  public var objectValue: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value as JSON text in UTF-8, without white space.
  public func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}
