// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("JSON objects")
struct JSONObjectTests {
  @Test("members keep their order, are replaced in place and removed by nil")
  func members() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = "one"
    #expect(object.names == ["b", "a", "c"])
    object["a"] = nil
    #expect(String(decoding: object.serialized(), as: UTF8.self) == #"{"b":"one","c":3}"#)
    #expect(object.count == 2)
    #expect(object.map(\.name) == ["b", "c"])
    #expect(JSONObject().isEmpty)
    #expect(["a": 1, "a": 2] as JSONObject == ["a": 2])
  }

  @Test("the order of members does not matter to equality and hash value")
  func equality() {
    let one: JSONObject = ["a": 1, "b": ["c": true]]
    let other: JSONObject = ["b": ["c": true], "a": 1]
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != ["a": 1])
    #expect(one != ["a": 1, "b": ["c": false]])
    #expect(one != ["a": 1, "c": ["c": true]])
  }

  @Test("only characters that have to be escaped are escaped")
  func escapes() {
    let value: JSONValue = .string("\"\\/\u{0}\u{1F}\u{8}\t\n\u{C}\r\u{7F}é😀")
    #expect(
      String(decoding: value.serialized(), as: UTF8.self)
        == "\"\\\"\\\\/\\u0000\\u001f\\b\\t\\n\\f\\r\u{7F}é😀\"")
  }

  @Test(
    "a character is escaped at every position of a text, and no other character is",
    arguments: 1...40)
  func escapesEverywhere(length: Int) {
    for place in 0..<length {
      for byte in UInt8(0)..<0x80 {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        bytes[place] = byte
        let text = String(decoding: bytes, as: UTF8.self)
        let written = JSONValue.string(text).serialized()
        let mustBe = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        #expect(written.contains(UInt8(ascii: "\\")) == mustBe, "\(byte) at \(place)")
        #expect((try? JSONValue(parsing: written)) == .string(text), "\(byte) at \(place)")
      }
    }
  }

  @Test("random values are unchanged after writing and reading, and Foundation reads the same")
  func roundTrip() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<400 {
      let value = Self.value(depth: 5, &random)
      let text = value.serialized()
      let back = try JSONValue(parsing: text)
      #expect(back == value)
      #expect(back.hashValue == value.hashValue)
      #expect(back.serialized() == text)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      }
    }
  }

  @Test("a damaged text is refused or read, and does not crash the reader")
  func damage() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      var text = Self.value(depth: 4, &random).serialized()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[index] = UInt8.random(in: 0...255, using: &random)
        case 1: text.removeSubrange(index...)
        default: text.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
        if text.isEmpty { text = [0x20] }
      }
      // A text that is read is equal after writing and reading.
      if let value = try? JSONValue(parsing: text) {
        #expect((try? JSONValue(parsing: value.serialized())) == value)
      }
    }
  }

  private static func value(depth: Int, _ random: inout SplitMix64) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &random)))
    case 3:
      let double = Double(bitPattern: random.next())
      return JSONNumber(double).map(JSONValue.number) ?? 0
    case 4, 5: return .string(text(&random))
    case 6:
      let count = Int.random(in: 0..<5, using: &random)
      return .array((0..<count).map { _ in value(depth: depth - 1, &random) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<20, using: &random) {
        object[text(&random)] = value(depth: depth - 2, &random)
      }
      return .object(object)
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x20...0x7E, 0x80...0x2FFF, 0xE000...0x1_0FFFF,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
