// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("the strict JSON reader")
struct JSONReaderTests {
  @Test(
    "JSON is read",
    arguments: [
      ("null", JSONValue.null), ("true", true), ("false", false), (" 12 ", 12),
      ("-0", .written("-0")),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9""#, "\u{E9}"),
      (#""\uD83D\uDE00""#, "😀"), (#""\u0000""#, "\u{0}"), (#""日本""#, "日本"),
      (#""\u007f""#, "\u{7F}"),
      ("[]", []), ("[ ]", []), ("[1,[2]]", [1, [2]]), ("{}", [:]), ("{ }", [:]),
      ("\t{\r\n\"a\" : [ true , null ] }\n", ["a": [true, .null]]),
    ] as [(String, JSONValue)])
  func read(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text.utf8) == value)
    #expect(try JSONValue(parsing: value.serialized()) == value)
  }

  @Test(
    "text that is not JSON is refused",
    arguments: [
      "", " ", "nul", "nulll", "True", "'a'", "[1,]", "[,1]", "[1 2]", "[", "]", "{", "}",
      "{\"a\"}",
      "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{\"a\":1 \"b\":2}", "{\"a\" 1}", "\"", "\"a",
      "\"\\",
      "\"\\x41\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\u+123\"", "\"\\uD800\"", "\"\\uDC00\"",
      "\"\\uD800\\uD800\"", "\"\\uD800x\"", "\"\\uD800\\n\"", "\"\n\"", "\"\t\"", "\"a\u{0}\"",
      "01",
      "-", "-a", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x10", "1_000", "NaN", "Infinity", "-01",
      "1 2", "{}{}", "[]x", "// a\n1", "/**/1", "[1]\u{0}", "\u{FEFF}1", "\u{A0}1", "\u{B}1",
    ])
  func refused(text: String) {
    #expect(refusal { try JSONValue(parsing: text.utf8) } == .malformedJSON)
  }

  @Test(
    "bytes that are not UTF-8 are refused",
    arguments: [
      Case("cut short", [0xC3, 0x28]), Case("lone continuation", [0x80]),
      Case("overlong slash", [0xC0, 0xAF]), Case("overlong NUL", [0xE0, 0x80, 0x80]),
      Case("surrogate", [0xED, 0xA0, 0x80]), Case("beyond Unicode", [0xF4, 0x90, 0x80, 0x80]),
      Case("cut at the end", [0xE2, 0x82]), Case("0xFF", [0xFF]),
    ] as [Case<[UInt8]>])
  func notUTF8(bytes: Case<[UInt8]>) {
    let quote = [UInt8(ascii: "\"")]
    #expect(refusal { try JSONValue(parsing: quote + bytes.value + quote) } == .malformedJSON)
    // A string with an escape takes another path through the reader.
    #expect(
      refusal { try JSONValue(parsing: Array(#""\n"#.utf8) + bytes.value + quote) }
        == .malformedJSON)
  }

  // attack: J-23
  @Test(
    "100,000 levels of nesting are refused, also in a token",
    arguments: [Case("arrays", "["), Case("objects", "{\"a\":")])
  func deep(opening: Case<String>) throws {
    let text = String(repeating: opening.value, count: 100_000)
    #expect(refusal { try JSONValue(parsing: text.utf8) } == .tooDeep)
    let claims = "{\"a\":" + text.prefix(10_000)
    let token = try Fixture.ec.forge(#"{"alg":"ES256"}"#, String(claims))
    #expect(refusal(of: token, trusting: Fixture.ec.trusted) == .tooDeep)
  }

  @Test(
    "32 levels of nesting are read, and 33 are refused",
    arguments: [("[", "0", "]"), ("{\"a\":", "0", "}"), ("[{\"a\":", "[]", "}]")])
  func depth(opening: String, inner: String, closing: String) throws {
    func nested(_ levels: Int) -> [UInt8] {
      // The third case has two levels in each repetition and one more inside.
      let count = inner == "0" ? levels : (levels - 1) / 2
      return Array(
        (String(repeating: opening, count: count) + inner + String(repeating: closing, count: count))
          .utf8)
    }
    let (most, more) = inner == "0" ? (32, 33) : (31, 33)
    #expect(refusal { try JSONValue(parsing: nested(most)) } == nil)
    #expect(refusal { try JSONValue(parsing: nested(more)) } == .tooDeep)
    #expect(refusal { try JSONValue(parsing: nested(3), limits: JSONLimits(depth: 2)) } == .tooDeep)
  }

  @Test("at most 128 levels are read, whatever limit the caller sets")
  func maximumDepth() throws {
    func nested(_ levels: Int) -> [UInt8] {
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    let limits = JSONLimits(depth: .max)
    #expect(refusal { try JSONValue(parsing: nested(128), limits: limits) } == nil)
    #expect(refusal { try JSONValue(parsing: nested(129), limits: limits) } == .tooDeep)
  }

  @Test("quotes, escapes and control characters are found at every position of a string")
  func everyPlace() throws {
    let plain = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    for place in 0...plain.count {
      func text(_ inserted: String) -> [UInt8] {
        Array("\"".utf8) + plain[..<place] + Array(inserted.utf8) + plain[place...]
          + Array("\"".utf8)
      }
      func value(_ inserted: String) -> JSONValue {
        .string(
          String(decoding: plain[..<place] + Array(inserted.utf8) + plain[place...], as: UTF8.self))
      }
      for control in 0..<0x20 as Range<UInt8> {
        let raw = String(UnicodeScalar(control))
        #expect(refusal { try JSONValue(parsing: text(raw)) } == .malformedJSON)
      }
      for raw in ["\u{7F}", "é", "日", "😀"] {
        #expect(try JSONValue(parsing: text(raw)) == value(raw))
      }
      #expect(try JSONValue(parsing: text(#"\n"#)) == value("\n"))
      #expect(try JSONValue(parsing: text(#"\""#)) == value("\""))
      if place < plain.count {
        #expect(refusal { try JSONValue(parsing: text("\"")) } == .malformedJSON)
      }
    }
  }

  @Test("a text that is longer than the limit is refused")
  func size() throws {
    let text = Array("[1]".utf8)
    #expect(refusal { try JSONValue(parsing: text, limits: JSONLimits(bytes: 3)) } == nil)
    #expect(refusal { try JSONValue(parsing: text, limits: JSONLimits(bytes: 2)) } == .tooLarge)
    let number = [UInt8](repeating: UInt8(ascii: "1"), count: 129)
    #expect(refusal { try JSONValue(parsing: number) } == .tooLarge)
  }

  @Test("a duplicate member is found among few and many members, also with an escaped name")
  func duplicates() throws {
    for count in [2, 31, 32, 33, 34, 200] {
      var names = (1..<count).map { "\"n\($0)\":0" }
      #expect(refusal { try JSONObject(parsing: "{\(names.joined(separator: ","))}".utf8) } == nil)
      names.append(#""\u006e1":1"#)
      #expect(
        refusal { try JSONObject(parsing: "{\(names.joined(separator: ","))}".utf8) }
          == .duplicateMember)
    }
  }

  @Test("names that are equal only after Unicode normalization are different members")
  func normalisation() throws {
    let object = try JSONObject(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
    #expect(object["\u{E9}"]?.intValue == 1)
    #expect(object["e\u{301}"]?.intValue == 2)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test(
    "a JSON value that is not an object is refused as one", arguments: ["[]", "1", "\"a\"", "null"])
  func notObject(text: String) {
    #expect(refusal { try JSONObject(parsing: text.utf8) } == .malformedJSON)
  }
}

extension JSONValue {
  /// A number with this text.
  static func written(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: text.utf8)) ?? .null
  }
}
