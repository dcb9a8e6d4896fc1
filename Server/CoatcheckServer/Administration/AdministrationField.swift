// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// A member of a body, or a query parameter: its type, for validation and for the OpenAPI document.
struct AdministrationField: Sendable {
  /// The type of a value.
  enum Kind: Sendable {
    /// A text whose number of characters is within these limits.
    case text(ClosedRange<Int>)
    /// One of these words.
    case choice([String])
    /// A whole number within these limits.
    case number(ClosedRange<Int>)
    /// `true` or `false`.
    case flag
    /// A list of texts.
    case texts
    /// An object of any members.
    case object
    /// A list of objects, in replies only.
    case objects
  }

  let name: String
  let kind: Kind
  let about: String
  var isRequired = false
  /// Whether the value may be `null`, which removes the member.
  var isRemovable = false

  init(
    _ name: String, _ kind: Kind, _ about: String, isRequired: Bool = false,
    isRemovable: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.about = about
    self.isRequired = isRequired
    self.isRemovable = isRemovable
  }

  /// Validates a value.
  func check(_ value: JSONValue) throws(AdministrationProblem) {
    if isRemovable, value == .null { return }
    let isRight: Bool =
      switch kind {
      case .text(let length):
        value.stringValue.map { text in
          length.contains(text.unicodeScalars.count) && !text.utf8.contains(0)
        } ?? false
      case .choice(let words): value.stringValue.map { words.contains($0) } ?? false
      case .number(let bounds): value.intValue.map { bounds.contains($0) } ?? false
      case .flag: value.boolValue != nil
      case .texts: value.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
      case .object: value.objectValue != nil
      case .objects: value.arrayValue?.allSatisfy { $0.objectValue != nil } ?? false
      }
    guard isRight else { throw .invalid(name, "must be \(wanted)") }
  }

  /// Converts the text of a query parameter to its type; nil when it cannot be converted.
  func value(of text: String) -> JSONValue? {
    switch kind {
    case .number:
      // Only the form that JSON uses: without a plus sign, spaces or leading zeros.
      Int(text).flatMap { String($0) == text ? JSONValue.number(JSONNumber($0)) : nil }
    case .flag: ["true": JSONValue.bool(true), "false": JSONValue.bool(false)][text]
    default: .string(text)
    }
  }

  private var wanted: String {
    switch kind {
    case .text(let length):
      "a text of \(length.lowerBound) to \(length.upperBound) characters without a NUL"
    case .choice(let words): words.joined(separator: " or ")
    case .number(let bounds): "a number from \(bounds.lowerBound) to \(bounds.upperBound)"
    case .flag: "true or false"
    case .texts: "a list of texts"
    case .object: "an object"
    case .objects: "a list of objects"
    }
  }

  /// The schema of the value.
  var schema: JSONObject {
    var schema: JSONObject = ["description": .string(about)]
    func type(_ name: String) {
      schema["type"] = isRemovable ? .array([.string(name), "null"]) : .string(name)
    }
    switch kind {
    case .text(let length):
      type("string")
      schema["minLength"] = .number(JSONNumber(length.lowerBound))
      schema["maxLength"] = .number(JSONNumber(length.upperBound))
    case .choice(let words):
      type("string")
      schema["enum"] = .array(words.map(JSONValue.string) + (isRemovable ? [.null] : []))
    case .number(let bounds):
      type("integer")
      schema["minimum"] = .number(JSONNumber(bounds.lowerBound))
      schema["maximum"] = .number(JSONNumber(bounds.upperBound))
    case .flag: type("boolean")
    case .texts:
      type("array")
      schema["items"] = ["type": "string"]
    case .object: type("object")
    case .objects:
      type("array")
      schema["items"] = ["type": "object"]
    }
    return schema
  }
}
