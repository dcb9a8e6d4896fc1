// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Reads the members of a JSON object one by one, by their names and kinds.
struct SeedReader {
  private let members: JSONObject
  private let place: String
  /// Where relative paths begin; nil for the working directory.
  let folder: String?

  init(_ json: JSONObject, at place: String, in folder: String? = nil) {
    members = json
    self.place = place
    self.folder = folder
  }

  func value(_ name: String) -> JSONValue? { members[name] }

  func string(_ name: String) throws -> String {
    guard let text = try optionalString(name) else { throw error(name, "is missing") }
    return text
  }

  func optionalString(_ name: String) throws -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.stringValue else { throw error(name, "must be a text") }
    return text
  }

  func strings(_ name: String) throws -> [String]? {
    guard let value = members[name] else { return nil }
    let texts = value.arrayValue?.map(\.stringValue)
    guard let texts, !texts.contains(nil) else { throw error(name, "must be a list of texts") }
    return texts.compactMap(\.self)
  }

  /// A whole number of seconds, at least 1.
  func seconds(_ name: String) throws -> Int? {
    guard let value = members[name] else { return nil }
    guard let number = value.intValue, (1...(10 * 366 * 86_400)).contains(number) else {
      throw error(name, "must be a number of seconds, at least 1")
    }
    return number
  }

  func flag(_ name: String) throws -> Bool? {
    guard let value = members[name] else { return nil }
    guard let flag = value.boolValue else { throw error(name, "must be true or false") }
    return flag
  }

  func json(_ name: String) throws -> JSONObject? {
    guard let value = members[name] else { return nil }
    guard let object = value.objectValue else { throw error(name, "must be an object") }
    return object
  }

  func object(_ name: String) throws -> SeedReader? {
    try json(name).map { SeedReader($0, at: path(name), in: folder) }
  }

  func objects(_ name: String) throws -> [SeedReader] {
    guard let value = members[name] else { return [] }
    guard let entries = value.arrayValue else { throw error(name, "must be a list") }
    return try entries.enumerated().map { index, entry in
      guard let object = entry.objectValue else {
        throw error("\(name)[\(index)]", "must be an object")
      }
      return SeedReader(object, at: path("\(name)[\(index)]"), in: folder)
    }
  }

  /// Allows these members and no others.
  ///
  /// - Throws: ``SeedError`` naming a member that is not among them.
  func allow(_ names: [String]) throws {
    if let unknown = members.names.first(where: { !names.contains($0) }) {
      throw error(unknown, "is not a known member")
    }
  }

  func error(_ name: String, _ reason: String) -> SeedError {
    let member = name.prefix { $0 != "[" }
    return SeedError(
      place: path(name), reason: reason, line: members.line(of: String(member)))
  }

  /// The line of a member, from 1; nil for one that is not there.
  func line(of name: String) -> Int? { members[name] == nil ? nil : members.line(of: name) }

  private func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
}
