// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension PageTheme {
  /// The theme as a JSON object. Properties that are not set are omitted.
  public var json: JSONObject {
    var json = JSONObject()
    for one in Self.flags { json[one.name] = self[keyPath: one.path].map { .bool($0) } }
    for one in Self.colors { json[one.name] = self[keyPath: one.path].map { .string($0.hex) } }
    for one in Self.texts { json[one.name] = self[keyPath: one.path]?.json }
    for one in Self.images { json[one.name] = self[keyPath: one.path].map { .string($0.source) } }
    for one in Self.rectangles { json[one.name] = self[keyPath: one.path]?.json }
    for one in Self.rightViews { json[one.name] = self[keyPath: one.path]?.json }
    return json
  }

  /// Reads a theme. Null members and unknown properties are ignored.
  ///
  /// - Parameter json: The theme as a JSON object, with the properties by the names of the vendor's
  ///   documentation.
  /// - Throws: `Refusal` with `parameterFormat` or `parameterType`, naming the property.
  public init(json: JSONObject) throws(Refusal) {
    self.init()
    for one in Self.flags {
      guard let value = Self.value(one.name, in: json) else { continue }
      guard let flag = value.boolValue else { throw Self.wrongType(one.name) }
      self[keyPath: one.path] = flag
    }
    for one in Self.colors {
      guard let text = try Self.text(one.name, in: json) else { continue }
      guard let color = ThemeColor(text) else { throw Self.wrongFormat(one.name) }
      self[keyPath: one.path] = color
    }
    for one in Self.texts {
      guard let value = Self.value(one.name, in: json) else { continue }
      self[keyPath: one.path] = try ThemeText(json: value, named: one.name)
    }
    for one in Self.images {
      guard let text = try Self.text(one.name, in: json) else { continue }
      guard let image = ThemeImage(text) else { throw Self.wrongFormat(one.name) }
      self[keyPath: one.path] = image
    }
    for one in Self.rectangles {
      // The document's own name of a rectangle ends with `Block`, since it was a block of code.
      guard
        let value = Self.value(one.name, in: json) ?? Self.value(one.name + "Block", in: json)
      else { continue }
      self[keyPath: one.path] = try ThemeRectangle(json: value, named: one.name)
    }
    for one in Self.rightViews {
      guard let value = Self.value(one.name, in: json) else { continue }
      self[keyPath: one.path] = try ThemeRightView(json: value, named: one.name)
    }
  }

  private static func value(_ name: String, in json: JSONObject) -> JSONValue? {
    json[name].flatMap { $0 == .null ? nil : $0 }
  }

  private static func text(_ name: String, in json: JSONObject) throws(Refusal) -> String? {
    guard let value = value(name, in: json) else { return nil }
    guard let text = value.stringValue else { throw wrongType(name) }
    return text
  }

  static func wrongFormat(_ name: String) -> Refusal {
    Refusal(.parameterFormat, name, detail: .badFormat)
  }

  static func wrongType(_ name: String) -> Refusal {
    Refusal(.parameterType, name, detail: .badType)
  }
}
