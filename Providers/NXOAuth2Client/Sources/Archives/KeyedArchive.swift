// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth

/// An archive of `NSKeyedArchiver`: objects that refer to one another by number.
struct KeyedArchive {
  typealias Value = BinaryPropertyList.Value

  private let objects: [Value]
  private let top: Value

  /// Reads the archive of one root object.
  ///
  /// - Throws: `misused` naming `data`, when it is not such an archive.
  init(_ bytes: [UInt8]) throws(OAuthError) {
    guard case .dictionary(let archive) = try BinaryPropertyList(bytes).value(),
      case .text("NSKeyedArchiver")? = archive["$archiver"],
      case .array(let objects)? = archive["$objects"], case .dictionary(let top)? = archive["$top"],
      let root = top["root"]
    else { throw BinaryPropertyList.malformed }
    self.objects = objects
    self.top = root
  }

  /// The root object.
  var root: Object { Object(value: resolve(top), archive: self) }

  /// The object that a reference stands for; any other value itself.
  private func resolve(_ value: Value?) -> Value? {
    guard case .reference(let index)? = value else { return value }
    guard objects.indices.contains(index) else { return nil }
    // A reference to the object `$null` stands for nil.
    if case .text("$null") = objects[index] { return nil }
    return objects[index]
  }

  /// An object of an archive, as far as it is understood.
  struct Object {
    fileprivate let value: Value?
    fileprivate let archive: KeyedArchive

    private var members: [String: Value]? {
      if case .dictionary(let members)? = value { members } else { nil }
    }

    /// A member that the object's class wrote under this key; empty when it is nil.
    subscript(key: String) -> Object {
      Object(value: archive.resolve(members?[key]), archive: archive)
    }

    /// The name of the object's class.
    var className: String? { self["$class"]["$classname"].text }

    /// The text of a string.
    var text: String? {
      if case .text(let text)? = value { return text }
      return members?["NS.string"] == nil ? nil : self["NS.string"].text
    }

    /// The time of a date.
    var date: Date? {
      let seconds: TimeInterval? =
        switch (value, archive.resolve(members?["NS.time"])) {
        case (.date(let date)?, _): date.timeIntervalSinceReferenceDate
        case (_, .real(let seconds)?): seconds
        case (_, .integer(let seconds)?): TimeInterval(seconds)
        default: nil
        }
      // The years 1 to 9999: an earlier or later time is invalid.
      return seconds.flatMap {
        (-63_113_904_000...252_423_993_599).contains($0)
          ? Date(timeIntervalSinceReferenceDate: $0) : nil
      }
    }

    /// The elements of an array or a set.
    var elements: [Object]? {
      guard case .array(let elements)? = archive.resolve(members?["NS.objects"]) else { return nil }
      return elements.map { Object(value: archive.resolve($0), archive: archive) }
    }

    /// The entries of a dictionary, whose keys are strings.
    var entries: [(key: String, value: Object)]? {
      guard members?["NS.keys"] != nil, let values = elements,
        case .array(let keys)? = archive.resolve(members?["NS.keys"]), keys.count == values.count
      else { return nil }
      let names = keys.map { Object(value: archive.resolve($0), archive: archive).text }
      return zip(names, values).compactMap { name, value in name.map { ($0, value) } }
    }

    /// The object as JSON: strings, numbers, and lists and dictionaries of them; nil for anything else.
    var json: JSONValue? { json(depth: 0) }

    private func json(depth: Int) -> JSONValue? {
      // An object of an archive may contain itself.
      guard depth < 8 else { return nil }
      switch value {
      case .bool(let value)?: return .bool(value)
      case .integer(let value)?: return .number(JSONNumber(value))
      case .real(let value)?: return JSONNumber(value).map(JSONValue.number)
      default: break
      }
      if let text { return .string(text) }
      if let entries {
        var object = JSONObject()
        for (key, value) in entries { object[key] = value.json(depth: depth + 1) }
        return .object(object)
      }
      return elements.map { .array($0.compactMap { $0.json(depth: depth + 1) }) }
    }
  }
}
