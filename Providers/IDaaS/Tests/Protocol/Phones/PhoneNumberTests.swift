// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// A text that a user types, and the number it means; nil for none.
struct TypedNumber: Sendable, CustomTestStringConvertible {
  let typed: String
  let number: String?
  var testDescription: String { "\(typed.debugDescription) → \(number ?? "none")" }

  init(_ typed: String, _ number: String?) {
    self.typed = typed
    self.number = number
  }
}

@Suite("Phone numbers as they are typed")
struct PhoneNumberTests {
  private static let mao = "+86-13800000000"

  @Test(
    "every way to write a number is read as one",
    arguments: [
      TypedNumber("+86-13800000000", mao), TypedNumber("+8613800000000", mao),
      TypedNumber("13800000000", mao), TypedNumber("+86 138 0000 0000", mao),
      TypedNumber("138-0000-0000", mao), TypedNumber("+86-138-0000-0000", mao),
      TypedNumber("008613800000000", mao), TypedNumber("0086-13800000000", mao),
      TypedNumber("013800000000", mao), TypedNumber("(138) 0000 0000", mao),
      TypedNumber("138.0000.0000", mao), TypedNumber("\u{202D}+86 13800000000\u{202C}", mao),
      TypedNumber("138\u{200B}0000\u{FEFF}0000", mao), TypedNumber("１３８００００００００", mao),
      TypedNumber("＋８６－１３８００００００００", mao), TypedNumber("138\u{2011}0000\u{2013}0000", mao),
      TypedNumber("138\u{A0}0000\u{3000}0000", mao), TypedNumber("13800000000\n", mao),
      TypedNumber("+852-51234567", "+852-51234567"), TypedNumber("+852 5123 4567", "+852-51234567"),
      TypedNumber("+85251234567", "+852-51234567"), TypedNumber("+886912345678", "+886-912345678"),
      TypedNumber("+886-0912-345-678", "+886-912345678"),
      TypedNumber("+853 66123456", "+853-66123456"), TypedNumber("+93701234567", "+93-701234567"),
      TypedNumber("+93-701234567", "+93-701234567"),
    ])
  func allWaysComeToOne(_ row: TypedNumber) {
    #expect(AreaCodes.usual.number(row.typed)?.hyphenated == row.number)
  }

  // Texts that the document's patterns match or reject wrongly, and other invalid texts.
  @Test(
    "what is not a mobile number of these countries is refused",
    arguments: [
      "-13800000000", "+86--13800000000", "13800000000-", "+-86-13800000000",
      "+86-1380000000", "+86-138000000000", "+852-,1234567", "+886-,12345678", "+852-512345678",
      "51234567", "+93-700000abc", "+93-700000", "+86-1٣٨٠٠٠٠٠٠٠٠", "+86-1߃800000000",
      "++8613800000000",
      "8+613800000000", "8613800000000x", "138 0000 0000 ext 1", "+86-13800000000,13900000000", "",
      "+", "+86", "+86-", "0", "00", "000", "+1-2025550123", "+999-13800000000", "８６+13800000000",
      "138\u{0}00000000", "13800000000;", "+86-23800000000", "tel:+8613800000000",
    ])
  func othersAreNone(_ typed: String) {
    #expect(AreaCodes.usual.number(typed) == nil)
  }

  // attack: I-41
  @Test("a plus that became a space, as in forms, is not restored")
  func lostPlusIsNotGuessedAt() {
    // "phone=+8613…" read as a form. Without its plus it is a number of the preferred country, and there it is
    // too long.
    #expect(AreaCodes.usual.number(" 8613800000000") == nil)
  }

  @Test("a very long text is not read")
  func longTextsAreNotLookedAt() {
    #expect(AreaCodes.usual.number(String(repeating: "1", count: 1_000_000)) == nil)
    #expect(AreaCodes.usual.number(String(repeating: " ", count: 100) + "13800000000") != nil)
    #expect(AreaCodes.usual.number(String(repeating: " ", count: 1_000) + "13800000000") == nil)
  }

  @Test("a number without a country is one of the preferred country")
  func preferredCountryCounts() {
    var codes = AreaCodes.usual
    codes.preferred = "HK"
    #expect(codes.number("51234567")?.e164 == "+85251234567")
    #expect(codes.number("13800000000") == nil)
    // The member is called an area code, and some servers send one in it.
    codes.preferred = "86"
    #expect(codes.number("13800000000")?.e164 == "+8613800000000")
    codes.preferred = "nowhere"
    #expect(codes.number("13800000000") == nil)
  }

  @Test("of two area codes that match, the longer one is used")
  func longerAreaCodesCount() {
    let codes = AreaCodes(
      definitions: [
        AreaCode(areaCode: "1", countryCode: "US", names: [:], mobilePattern: #"^\+1-\d{10}$"#),
        AreaCode(
          areaCode: "1242", countryCode: "BS", names: [:], mobilePattern: #"^\+1242-\d{7}$"#),
        AreaCode(
          areaCode: "1", countryCode: "CA", names: [:], mobilePattern: "", suffixes: ["416"]),
      ], preferred: "US")
    #expect(codes.number("+12423591234")?.areaCode == "1242")
    #expect(codes.number("+1-2025550123")?.areaCode == "1")
    #expect(codes.number("+12025550123").flatMap { codes.definition(of: $0) }?.countryCode == "US")
  }

  @Test("where an area code has suffixes, its numbers begin with one of them")
  func suffixesCount() {
    let codes = AreaCodes(
      definitions: [
        AreaCode(
          areaCode: "1", countryCode: "CA", names: [:], mobilePattern: "", suffixes: ["416", "647"])
      ], preferred: "CA")
    #expect(codes.number("+1 416 555 0123")?.e164 == "+14165550123")
    #expect(codes.number("+1 202 555 0123") == nil)
  }

  @Test("a number is at most 15 digits long, whatever the pattern says")
  func numbersAreNotTooLong() {
    let codes = AreaCodes(
      definitions: [
        AreaCode(areaCode: "999", countryCode: "ZZ", names: [:], mobilePattern: #"^\+999-\d*$"#)
      ], preferred: "ZZ")
    #expect(codes.number("+999-123456789012")?.e164 == "+999123456789012")
    #expect(codes.number("+999-1234567890123") == nil)
    #expect(codes.number("+999-123") == nil)
  }

  @Test("both forms have the same digits, and the printed form hides most of them")
  func formsAreMadeOfTheSameDigits() throws {
    let number = try #require(AreaCodes.usual.number("13808603636"))
    #expect(number.e164 == "+8613808603636")
    #expect(number.hyphenated == "+86-13808603636")
    #expect(number.masked == "+86-138****3636")
    #expect(AreaCodes.usual.number("+852 51234567")?.masked == "+852-51****67")
    #expect(AreaCodes.usual.number(number.e164) == number)
    #expect(AreaCodes.usual.number(number.hyphenated) == number)
  }

  @Test("each country's example is one of its numbers, and the preferred country is there")
  func examplesAreNumbers() throws {
    for definition in AreaCodes.usual.definitions {
      let example = try #require(definition.example)
      let number = AreaCodes.usual.number("+\(definition.areaCode)-\(example)")
      #expect(number?.national == example)
      #expect(definition.names.keys.sorted() == ["en", "zh-CN", "zh-TW"])
    }
    #expect(AreaCodes.usual.preferredDefinition?.areaCode == "86")
  }
}
