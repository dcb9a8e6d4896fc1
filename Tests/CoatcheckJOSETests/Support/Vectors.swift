// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The public test vectors beside these tests, read with the reader under test.
enum Vectors {
  static func load(_ path: String) throws -> JSONObject {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Vectors/\(path)")
    return try JSONObject(parsing: Data(contentsOf: file))
  }

  static func bytes(hex: String) throws -> [UInt8] {
    let digits = Array(hex)
    return try stride(from: 0, to: digits.count, by: 2).map { index in
      try #require(UInt8(String(digits[index..<(index + 2)]), radix: 16))
    }
  }
}

extension JSONObject {
  func text(_ name: String) throws -> String { try #require(self[name]?.stringValue) }
  func object(_ name: String) throws -> JSONObject { try #require(self[name]?.objectValue) }
  func objects(_ name: String) throws -> [JSONObject] {
    try #require(self[name]?.arrayValue).map { try #require($0.objectValue) }
  }
}
