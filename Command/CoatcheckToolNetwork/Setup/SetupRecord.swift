// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The record of the changes for one program, for `--undo`. Only this user can read its file, since a
/// replaced text may have been a password.
struct SetupRecord: Sendable {
  /// The changes, in the order in which they were made.
  private(set) var changes: [SetupChange] = []

  private let folder: String
  private let name: String

  /// Reads the record of a program; empty when nothing was changed.
  ///
  /// - Throws: A failure that names the file when it cannot be read.
  init(of name: String, variable: (String) -> String?) throws(CommandFailure) {
    guard let state = SystemFolder.own("XDG_STATE_HOME", or: ".local/state", variable: variable)
    else {
      throw CommandFailure(.storage, "there is no folder for what was changed: HOME is not set")
    }
    folder = state + "/setup"
    self.name = name
    let path = "\(folder)/\(name)"
    let bytes: [UInt8]?
    do throws(OAuthError) {
      bytes = try SmallFile.read(path)
    } catch {
      throw CommandFailure(error)
    }
    guard let bytes else { return }
    let entries = (try? JSONObject(parsing: bytes))?["changes"]?.arrayValue
    changes = entries?.compactMap { $0.objectValue.flatMap(SetupChange.init) } ?? []
    guard changes.count == entries?.count else {
      throw CommandFailure(.storage, "\(path) is damaged", hint: "remove it to start again")
    }
  }

  /// Adds changes that are about to be made.
  mutating func add(_ made: [SetupChange]) throws(CommandFailure) {
    changes += made
    let json: JSONObject = ["changes": .array(changes.map { .object($0.json) })]
    do throws(OAuthError) {
      try PrivateFolder.create(folder).replace(name, with: json.serialized())
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Removes the record.
  func remove() throws(CommandFailure) {
    do throws(OAuthError) {
      try PrivateFolder.open(folder)?.remove(name)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension SetupChange {
  fileprivate var json: JSONObject {
    switch self {
    case .link(let link): return ["link": .string(link.path), "target": .string(link.target)]
    case .file(let change):
      let edits = change.edits.map { edit in
        JSONValue.object([
          "offset": .number(JSONNumber(edit.offset)), "removed": .string(edit.removed),
          "inserted": .string(edit.inserted),
        ])
      }
      return [
        "file": .string(change.path), "new": .bool(change.isNew), "edits": .array(edits),
      ]
    }
  }

  fileprivate init?(_ json: JSONObject) {
    if let link = json["link"]?.stringValue, let target = json["target"]?.stringValue {
      self = .link(LinkChange(path: link, target: target))
      return
    }
    guard let path = json["file"]?.stringValue, let isNew = json["new"]?.boolValue,
      let entries = json["edits"]?.arrayValue
    else { return nil }
    let edits = entries.compactMap { entry -> TextEdit? in
      guard let entry = entry.objectValue, let offset = entry["offset"]?.intValue,
        let removed = entry["removed"]?.stringValue, let inserted = entry["inserted"]?.stringValue
      else { return nil }
      return TextEdit(offset: offset, removed: removed, inserted: inserted)
    }
    guard edits.count == entries.count else { return nil }
    self = .file(FileChange(path: path, isNew: isNew, edits: edits))
  }
}
