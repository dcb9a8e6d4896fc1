// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The values of a theme on the wire.
extension ThemeText {
  /// A JSON string when nothing but the text is set, otherwise an object.
  var json: JSONValue {
    guard color != nil || size != nil || weight != nil else { return .string(text) }
    var json: JSONObject = ["text": .string(text)]
    json.set("color", color?.hex)
    json["size"] = size.flatMap { JSONNumber($0) }.map { .number($0) }
    json.set("weight", weight?.rawValue)
    return .object(json)
  }

  /// Reads a plain text, or a text with its look. The error names the property and its member.
  init(json value: JSONValue, named name: String) throws(Refusal) {
    if let text = value.stringValue {
      self.init(try Self.checked(text, name))
      return
    }
    guard let json = value.objectValue else { throw PageTheme.wrongType(name) }
    func member(_ member: String) throws(Refusal) -> String? {
      guard let value = json[member], value != .null else { return nil }
      guard let text = value.stringValue else { throw PageTheme.wrongType("\(name).\(member)") }
      return text
    }
    guard let text = try member("text") else { throw PageTheme.wrongFormat(name + ".text") }
    self.init(try Self.checked(text, name))
    if let text = try member("color") {
      guard let color = ThemeColor(text) else { throw PageTheme.wrongFormat(name + ".color") }
      self.color = color
    }
    if let text = try member("weight") {
      guard let weight = Weight(rawValue: text) else {
        throw PageTheme.wrongFormat(name + ".weight")
      }
      self.weight = weight
    }
    if let value = json["size"], value != .null {
      guard let size = value.doubleValue else { throw PageTheme.wrongType(name + ".size") }
      guard Self.sizes.contains(size) else { throw PageTheme.wrongFormat(name + ".size") }
      self.size = size
    }
  }

  /// A text that fits on a page: not empty, not long, and without control characters.
  static func checked(_ text: String, _ name: String) throws(Refusal) -> String {
    guard (1...maximumLength).contains(text.unicodeScalars.count),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw PageTheme.wrongFormat(name) }
    return text
  }
}

extension ThemeRectangle {
  var json: JSONValue {
    func number(_ value: Double) -> JSONValue { JSONNumber(value).map { .number($0) } ?? .null }
    return .object([
      "x": number(x), "y": number(y), "width": number(width), "height": number(height),
    ])
  }

  init(json value: JSONValue, named name: String) throws(Refusal) {
    guard let json = value.objectValue else { throw PageTheme.wrongType(name) }
    func side(_ member: String) throws(Refusal) -> Double {
      guard let value = json[member]?.doubleValue, Self.range.contains(value) else {
        throw PageTheme.wrongFormat("\(name).\(member)")
      }
      return value
    }
    self.init(
      x: try side("x"), y: try side("y"), width: try side("width"), height: try side("height"))
  }
}

extension ThemeRightView {
  var json: JSONValue { .object(["title": .string(title), "action": .string(action)]) }

  init(json value: JSONValue, named name: String) throws(Refusal) {
    guard let json = value.objectValue else { throw PageTheme.wrongType(name) }
    guard let title = json["title"]?.stringValue else {
      throw PageTheme.wrongFormat(name + ".title")
    }
    guard let action = json["action"]?.stringValue, (1...40).contains(action.utf8.count),
      action.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) && $0 >= 0x41
          || $0 == 0x2D || $0 == 0x5F
      })
    else { throw PageTheme.wrongFormat(name + ".action") }
    self.init(title: try ThemeText.checked(title, name + ".title"), action: action)
  }
}
