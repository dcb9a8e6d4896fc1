// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// The members of one JSON object in a file of the tenant's folder. An error names its place in the file.
struct TenantMembers {
  let json: JSONObject
  let file: String
  /// The path of the object in the file.
  let place: String

  init(_ json: JSONObject, in file: String, at place: String = "") {
    self.json = json
    self.file = file
    self.place = place
  }

  func trouble(_ name: String, _ reason: String) -> TenantError {
    TenantError(file: file, member: place.isEmpty ? name : "\(place).\(name)", reason: reason)
  }

  /// Refuses unknown members: a misspelled one would otherwise be ignored silently.
  func allow(_ names: Set<String>) throws(TenantError) {
    for name in json.names where !names.contains(name) {
      throw trouble(name, "is not a member that is known here")
    }
  }

  func text(_ name: String) throws(TenantError) -> String {
    guard let text = try optionalText(name) else { throw trouble(name, "is missing") }
    return text
  }

  func optionalText(_ name: String) throws(TenantError) -> String? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.stringValue, !text.isEmpty else {
      throw trouble(name, "must be a text that is not empty")
    }
    return text
  }

  func texts(_ name: String) throws(TenantError) -> [String]? {
    guard let value = json[name], value != .null else { return nil }
    let texts = value.arrayValue?.map(\.stringValue)
    guard let texts, texts.allSatisfy({ $0?.isEmpty == false }) else {
      throw trouble(name, "must be a list of texts")
    }
    return texts.compactMap(\.self)
  }

  /// A member that is one of several words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, of type: Word.Type
  ) throws(TenantError) -> Word? where Word.RawValue == String {
    guard let text = try optionalText(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw trouble(
        name, "must be one of " + type.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  func flag(_ name: String) throws(TenantError) -> Bool? {
    guard let value = json[name], value != .null else { return nil }
    guard let flag = value.boolValue else { throw trouble(name, "must be true or false") }
    return flag
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(TenantError) -> Int? {
    guard let value = json[name], value != .null else { return nil }
    guard let number = value.intValue, range.contains(number) else {
      throw trouble(
        name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func object(_ name: String) throws(TenantError) -> TenantMembers? {
    guard let value = json[name], value != .null else { return nil }
    guard let object = value.objectValue else { throw trouble(name, "must be an object") }
    return TenantMembers(object, in: file, at: place.isEmpty ? name : "\(place).\(name)")
  }

  func objects(_ name: String) throws(TenantError) -> [TenantMembers] {
    guard let values = json[name]?.arrayValue else {
      throw trouble(name, json[name] == nil ? "is missing" : "must be a list of objects")
    }
    var objects: [TenantMembers] = []
    for (index, value) in values.enumerated() {
      let here = "\(place.isEmpty ? name : "\(place).\(name)")[\(index)]"
      guard let object = value.objectValue else {
        throw TenantError(file: file, member: here, reason: "must be an object")
      }
      objects.append(TenantMembers(object, in: file, at: here))
    }
    return objects
  }
}
