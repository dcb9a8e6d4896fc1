// SPDX-License-Identifier: Apache-2.0

import TestSupport

@testable import CoatcheckJOSE

@Suite("a JSON text that was read")
struct JSONTextTests {
  @Test(
    "a member is found by names of every length, and by no other name that starts or ends alike")
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

  @Test("a name written with an escape is found by what it stands for")
  func escapedNames() throws {
    let object = try JSONObject(parsing: #"{"\u0073ub":1,"a\/b":2,"\ud83d\ude00":3,"sub2":4}"#.utf8)
    #expect(object["sub"] == 1)
    #expect(object["a/b"] == 2)
    #expect(object["😀"] == 3)
    #expect(object[#"\u0073ub"#] == nil)
    #expect(object.names == ["sub", "a/b", "😀", "sub2"])
  }

  @Test("what is in arrays and objects is skipped when a member behind them is looked for")
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

  @Test("an object that was read is changed without its copies")
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
    "a number is what was written, also where another text has the same value",
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
    // The same number by way of an integer is equal exactly when its text is.
    if let value = number.int {
      #expect((JSONNumber(value) == number) == (String(value) == text))
      #expect((JSONNumber(value).hashValue == number.hashValue) || String(value) != text)
    }
  }

  @Test("bytes are taken for UTF-8 exactly when the standard library takes them for it")
  func encoding() {
    // Every lead byte with every second byte, and the edges of the third and the fourth.
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
