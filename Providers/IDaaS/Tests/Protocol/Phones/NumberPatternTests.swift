// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// Patterns come from servers. They are tested by the numbers that they accept.
@Suite("Servers' patterns of phone numbers")
struct NumberPatternTests {
  /// The list of a server that knows one country, with this pattern.
  private static func codes(_ pattern: String) -> AreaCodes {
    AreaCodes(
      definitions: [
        AreaCode(areaCode: "999", countryCode: "ZZ", names: [:], mobilePattern: pattern)
      ], preferred: "ZZ")
  }

  @Test(
    "the supported part of a pattern decides",
    arguments: [
      (
        #"^(\+999){0,1}\-?1\d{10}$"#, ["12345678901"],
        ["1234567890", "22345678901", "123456789012"]
      ),
      (#"^(\+999){1}\-\d{6,11}"#, ["123456", "12345678901"], ["12345"]),
      (#"^\+999-[5,6,9]\d{7}$"#, ["51234567", "91234567"], ["71234567", "5123456"]),
      (#"^\+999-(?:5[1-3]|77)\d{4}$"#, ["511234", "531234", "771234"], ["541234", "781234"]),
      (#"^\+999-[^0-4]\d{5}$"#, ["512345", "912345"], ["112345", "412345"]),
      (#"^\+999-1(23)+$"#, ["12323", "123232323"], ["12324", "1232"]),
      (#"^\+999-1(2|3)*4?5{2,}$"#, ["12355", "145555", "1323255"], ["12345", "1235"]),
      // Patterns of other servers match the number without its hyphen, or without the area code.
      (#"^\+999\d{6}$"#, ["123456"], ["1234567"]), (#"^\d{6}$"#, ["123456"], ["12345"]),
      (#"[\d]{6}"#, ["123456"], ["1234567"]), ("1.....", ["123456"], ["223456"]),
    ])
  func patternsDecide(_ pattern: String, _ good: [String], _ bad: [String]) {
    let codes = Self.codes(pattern)
    for number in good { #expect(codes.number("+999-" + number)?.national == number) }
    for number in bad { #expect(codes.number("+999-" + number) == nil) }
  }

  @Test(
    "an unsupported pattern is ignored, and only lengths are checked",
    arguments: [
      "", "(", ")", "[", "[9-1]", "a{2", "{3}", "*1", "(?=1)1", "(?<n>1)", #"(1)\1"#, #"\w+"#,
      #"\p{N}+"#, "1{99}", "1{3,2}", "1++", "1+?", "1{2}{3}", "é", "(?i)1", "^^1", "1$2", "1 2",
      String(repeating: "(", count: 40) + "1" + String(repeating: ")", count: 40),
      String(repeating: "1", count: 600), "((((1{64}){64}){64}){64}){64}",
      "(((((){64}){64}){64}){64}){64}", #"\"#, "[]", "[[:digit:]]",
    ])
  func otherPatternsAreLeftOut(_ pattern: String) {
    let codes = Self.codes(pattern)
    #expect(codes.number("+999-123456") != nil || pattern == "[]")
    #expect(codes.number("+999-123") == nil)
    #expect(codes.number("+999-1234567890123") == nil)
  }

  @Test(
    "patterns that other matchers take exponential time for are matched quickly",
    arguments: [
      "(1+)+2", "(1|1)*2", "(1*)*2", "((1+)+)+2", "(1|11)+2", "(.*)*.*.*.*2", "(((1?){30}){4})2",
    ])
  func badPatternsAreQuick(_ pattern: String) {
    // A backtracking matcher would need at least 2¹¹ attempts for each.
    let codes = Self.codes(pattern)
    for _ in 0..<200 { #expect(codes.number("+999-11111111111") == nil) }
  }

  @Test("a changed pattern is read again")
  func changedPatternsAreReadAgain() {
    var codes = Self.codes(#"^1\d{5}$"#)
    #expect(codes.number("+999-223456") == nil)
    codes.definitions[0].mobilePattern = #"^2\d{5}$"#
    #expect(codes.number("+999-223456") != nil)
  }

  @Test("matches agree with another matcher")
  func agreesWithAnotherMatcher() throws {
    var random = SplitMix64(seed: 5)
    var matched = 0
    for _ in 0..<800 {
      let pattern = random.pattern(depth: 2)
      guard pattern.utf8.count < 500 else { continue }
      let codes = Self.codes("^" + pattern + "$")
      let other = try NSRegularExpression(pattern: "^(?:" + pattern + ")$")
      for _ in 0..<6 {
        let digits = String((0..<random.number(4...9)).map { _ in random.pick(["1", "2", "3"]) })
        let range = NSRange(location: 0, length: digits.utf16.count)
        let expected = other.firstMatch(in: digits, range: range) != nil
        let isTaken = codes.number("+999-" + digits) != nil
        #expect(isTaken == expected, "\(pattern) \(digits)")
        if expected { matched += 1 }
      }
    }
    // Numbers that match and numbers that do not were both compared.
    #expect((200...4_600).contains(matched))
  }

  @Test("a broken pattern is accepted or ignored")
  func brokenPatternsAreHarmless() {
    var random = SplitMix64(seed: 6)
    let signs = [
      "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "\\", "d", "1", ",", "-", "^", "$", ":",
      "9", "é",
    ]
    for _ in 0..<5_000 {
      let pattern = (0...random.number(0...24)).map { _ in random.pick(signs) }.joined()
      let number = Self.codes(pattern).number("+999-123456")
      #expect(number == nil || number?.e164 == "+999123456")
    }
  }
}

extension SplitMix64 {
  /// A random pattern of digits, made of supported parts.
  fileprivate mutating func pattern(depth: Int) -> String {
    let parts = (0...number(0...3)).map { _ in part(depth: depth) + sign() }
    return parts.joined()
  }

  private mutating func part(depth: Int) -> String {
    switch number(0...(depth > 0 ? 7 : 4)) {
    case 0: return pick(["1", "2", "3"])
    case 1: return #"\d"#
    case 2: return pick(["[12]", "[2-3]", "[1-3]", #"[\d]"#, "[^1]", "[^2-3]"])
    case 3, 4: return pick(["1", "12", "3"])
    case 5: return "(" + pattern(depth: depth - 1) + ")"
    case 6: return "(?:" + pattern(depth: depth - 1) + ")"
    default: return "(" + pattern(depth: depth - 1) + "|" + pattern(depth: depth - 1) + ")"
    }
  }

  private mutating func sign() -> String {
    pick(["", "", "", "?", "*", "+", "{2}", "{0,2}", "{1,}", "{1,3}"])
  }
}
