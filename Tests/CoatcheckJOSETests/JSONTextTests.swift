// SPDX-License-Identifier: Apache-2.0

import TestSupport

@testable import CoatcheckJOSE

@Suite("values in a JSON text")
struct JSONTextTests {
  @Test(
    "a member with a name of any length is found by exactly that name")
  func names() throws {
    let names = (0...40).map { String("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq".prefix($0)) }
    let text = names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
    let object = try JSONObject(parsing: "{\(text)}".utf8)
    #expect(object.names == names)
    for (number, name) in names.enumerated() {
      #expect(object[name]?.intValue == number)
      #expect(object[name + "!"] == nil)
      #expect(name.isEmpty || object["!" + name.dropFirst()] == nil)
      #expect(name.isEmpty || object[name.dropLast() + "!"] == nil)
    }
  }

  @Test("a member whose name has an escape is found by the unescaped name")
  func escapedNames() throws {
    let object = try JSONObject(parsing: #"{"\u0073ub":1,"a\/b":2,"\ud83d\ude00":3,"sub2":4}"#.utf8)
    #expect(object["sub"] == 1)
    #expect(object["a/b"] == 2)
    #expect(object["😀"] == 3)
    #expect(object[#"\u0073ub"#] == nil)
    #expect(object.names == ["sub", "a/b", "😀", "sub2"])
  }

  @Test("members of nested values are skipped when a member is searched")
  func nesting() throws {
    let text = #"{"a":{"z":1,"b":{"z":2}},"c":[{"z":3},[4,[]],{}],"z":5,"d":{}}"#
    let object = try JSONObject(parsing: text.utf8)
    #expect(object["z"] == 5)
    #expect(object["a"]?.objectValue?["b"]?.objectValue?["z"] == 2)
    #expect(object["c"]?.arrayValue?.count == 3)
    #expect(object["c"]?.arrayValue?.first?.objectValue?["z"] == 3)
    #expect(object["d"]?.objectValue?.isEmpty == true)
    #expect(String(decoding: object.serialized(), as: UTF8.self) == text)
  }

  @Test("a change of an object does not change its copies")
  func changes() throws {
    let read = try JSONObject(parsing: #"{"a":1,"b":{"c":2}}"#.utf8)
    var changed = read
    changed["none"] = nil
    #expect(changed == read)
    changed["a"] = nil
    changed["d"] = true
    #expect(changed.names == ["b", "d"])
    #expect(read.names == ["a", "b"])
    #expect(changed["b"] == read["b"])
    #expect(read == ["b": ["c": 2], "a": 1])
  }

  @Test(
    "a number keeps its text, also if another text has the same value",
    arguments: [
      "0", "-0", "1", "-1", "1.0", "1e0", "999999999999999999", "9223372036854775807",
      "-9223372036854775808", "9223372036854775808", "-999999999999999999",
    ])
  func numbers(text: String) throws {
    guard case .number(let number) = try JSONValue(parsing: text.utf8) else {
      Issue.record("no number")
      return
    }
    #expect(number.text == text)
    // A number that is created from the integer value is equal only if its text is the same.
    if let value = number.int {
      #expect((JSONNumber(value) == number) == (String(value) == text))
      #expect((JSONNumber(value).hashValue == number.hashValue) || String(value) != text)
    }
  }

  @Test("the UTF-8 check has the same result as the standard library")
  func encoding() {
    // Every first byte with every second byte, and the limits of the third and the fourth.
    let edges: [UInt8] = [0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    var bytes: [[UInt8]] = []
    for lead in UInt8.min...UInt8.max {
      bytes.append([lead])
      for second in UInt8.min...UInt8.max {
        bytes.append([lead, second])
        for third in edges where lead >= 0xE0 {
          bytes.append([lead, second, third])
          for fourth in edges where lead >= 0xF0 { bytes.append([lead, second, third, fourth]) }
        }
      }
    }
    var different = 0
    for text in bytes {
      for padding in [0, 7] {
        let padded = [UInt8](repeating: 0x61, count: padding) + text
        let isTaken = padded.withUnsafeBufferPointer { UTF8Scan.isWellFormed($0) }
        if isTaken != (String(validating: padded, as: UTF8.self) != nil) { different += 1 }
      }
    }
    #expect(bytes.count > 100_000)
    #expect(different == 0)
  }
}
