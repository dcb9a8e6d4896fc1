// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How a server reads the members of a body. The error names the invalid member.
extension JSONObject {
  /// Returns a string member that must be present and not empty.
  ///
  /// - Parameter name: The name of the member.
  /// - Throws: `parameterMissing` when it is absent, `null` or empty; `parameterType` when it is not a
  ///   string. Both name the member.
  public func required(_ name: String) throws(Refusal) -> String {
    guard let text = try optional(name) else {
      throw Refusal(.parameterMissing, name, detail: .missingParameter)
    }
    return text
  }

  /// Returns a string member that can be absent; nil also when it is `null` or empty.
  ///
  /// - Parameter name: The name of the member.
  /// - Throws: `parameterType` naming the member when it is not a string.
  public func optional(_ name: String) throws(Refusal) -> String? {
    guard let value = self[name], value != .null else { return nil }
    guard let text = value.stringValue else {
      throw Refusal(.parameterType, name, detail: .badType)
    }
    return text.isEmpty ? nil : text
  }

  /// A finite number that may be left out.
  ///
  /// - Throws: `parameterType`.
  func optionalNumber(_ name: String) throws(Refusal) -> Double? {
    guard let value = self[name], value != .null else { return nil }
    guard let number = value.doubleValue else {
      throw Refusal(.parameterType, name, detail: .badType)
    }
    return number
  }

  /// A truth value that is false when left out.
  ///
  /// - Throws: `parameterType`.
  func flag(_ name: String) throws(Refusal) -> Bool {
    guard let value = self[name], value != .null else { return false }
    guard let flag = value.boolValue else {
      throw Refusal(.parameterType, name, detail: .badType)
    }
    return flag
  }

  /// An object that may be left out.
  ///
  /// - Throws: `parameterType`.
  func optionalObject(_ name: String) throws(Refusal) -> JSONObject? {
    guard let value = self[name], value != .null else { return nil }
    guard let object = value.objectValue else {
      throw Refusal(.parameterType, name, detail: .badType)
    }
    return object
  }
}
