// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The configuration file: one JSON object with a member for each setting.
struct ConfigurationFile: Sendable {
  /// Where it is, as the operator wrote it.
  let path: String
  let json: JSONObject

  /// The largest file that is read, in bytes. 1 MiB.
  static let maximumSize = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: ``ConfigurationProblem`` when it cannot be read, or is no JSON object.
  init(path: String) throws(ConfigurationProblem) {
    self.path = path
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConfigurationProblem(
        source: .file(path, line: nil), member: "", reason: "cannot be read")
    }
    let bytes = Array(data)
    do throws(JOSEError) {
      json = try JSONObject(
        parsing: bytes, limits: JSONLimits(depth: 32, bytes: Self.maximumSize))
    } catch {
      throw ConfigurationProblem(
        source: .file(path, line: error.line(in: bytes)), member: "", reason: error.reason)
    }
  }

  /// Reads its members. Relative paths in it begin at its folder.
  var reader: SeedReader { SeedReader(json, at: "", in: Folders.folder(of: path)) }

  /// The source of a member: the file and the line.
  func source(of member: String) -> SettingSource { .file(path, line: json.line(of: member)) }

  /// A problem for each member that is no setting: a misspelled one would have no effect.
  var unknown: [ConfigurationProblem] {
    let files = Setting.table.filter { $0.traits.contains(.secret) }.map(\.fileMember)
    let known = Setting.table.map(\.name) + files
    return json.names.filter { name in !known.contains { $0.isExactly(name) } }.map { name in
      ConfigurationProblem(
        source: source(of: name), member: name,
        reason: .unknown("member", nearest: NearestName.of(name, among: known)))
    }
  }
}

extension String {
  /// The reason for an unknown name, with a suggestion if one is near.
  static func unknown(_ kind: String, nearest: String?) -> String {
    guard let nearest else { return "is not a known \(kind)" }
    return "is not a known \(kind); perhaps \(nearest) is meant"
  }
}

extension JOSEError {
  /// The line of the byte that the reason names, from 1; nil when it names none.
  func line(in bytes: [UInt8]) -> Int? {
    guard let word = reason.split(separator: " ").last, let offset = Int(word),
      reason.contains("at byte") || reason.contains("before byte")
    else { return nil }
    return 1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}
