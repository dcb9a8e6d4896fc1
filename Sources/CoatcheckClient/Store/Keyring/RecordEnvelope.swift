// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// A record's index and content in one payload: a line of JSON, and the content after it.
struct RecordEnvelope {
  let index: [String: String]
  let content: [UInt8]

  init(index: [String: String], content: [UInt8]) {
    self.index = index
    self.content = content
  }

  /// Reads a payload. Throws when it has no first line, or that is not a JSON object of strings.
  init(_ bytes: [UInt8]) throws {
    guard let end = bytes.firstIndex(of: Self.newline) else { throw Damaged() }
    var index: [String: String] = [:]
    for (name, value) in try JSONObject(parsing: Array(bytes[..<end])) {
      guard let text = value.stringValue else { throw Damaged() }
      index[name] = text
    }
    self.index = index
    content = Array(bytes[(end + 1)...])
  }

  /// The payload.
  var bytes: [UInt8] {
    var line = JSONObject()
    for (name, value) in index.sorted(by: { $0.key < $1.key }) { line[name] = .string(value) }
    return line.serialized() + [Self.newline] + content
  }

  private struct Damaged: Error {}
  private static let newline = UInt8(ascii: "\n")
}
