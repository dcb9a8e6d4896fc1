// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("The list of countries")
struct AreaCodesTests {
  /// The document's answer, with its patterns as JSON wants them: backslashes doubled.
  static let document = #"""
    {"phoneAreaCodeDefinitions":[
      {"areaCode":"86","countryCode":"CN","displayMapping":{"zh-TW":"中國大陸","en":"China","zh-CN":"中国大陆"},
       "mobileRegex":"^(\\+86){0,1}\\-?1\\d{10}$","areaCodeSuffixes":[]},
      {"areaCode":"852","countryCode":"HK","displayMapping":{"zh-TW":"中國香港","en":"Hong Kong","zh-CN":"中国香港"},
       "mobileRegex":"^(\\+852){1}\\-?0{0,1}[1,4,5,6,7,8,9](?:\\d{7}|\\d{8}|\\d{12})$","areaCodeSuffixes":[]}],
     "preferredAreaCode":"CN"}
    """#

  @Test("the document's answer is read")
  func documentIsRead() throws {
    let codes = try Wire.reply(to: CountryCodesCall(), Self.document)
    #expect(codes.definitions.map(\.areaCode) == ["86", "852"])
    #expect(codes.definitions.map(\.countryCode) == ["CN", "HK"])
    #expect(codes.definitions[0].names == AreaCodes.usual.definitions[0].names)
    #expect(codes.definitions[0].mobilePattern == #"^(\+86){0,1}\-?1\d{10}$"#)
    #expect(codes.preferred == "CN")
    #expect(codes.number("13800000000")?.hyphenated == "+86-13800000000")
    #expect(codes.definitions[1].name(in: "zh-TW") == "中國香港")
    #expect(codes.definitions[1].name(in: "fr") == "Hong Kong")
  }

  @Test("the document's answer as it is printed is not JSON, and is written as JSON here")
  func patternsAreEscaped() throws {
    let printed = Self.document.replacing(#"\\"#, with: #"\"#)
    #expect(Wire.failure(of: CountryCodesCall(), 200, printed)?.outcome == .unreadable)
    let written = AreaCodes.usual.json.serialized()
    #expect(String(decoding: written, as: UTF8.self).contains(#"^(\\+86){0,1}\\-?1\\d{10}$"#))
    #expect(try AreaCodes(json: JSONObject(parsing: written)) == AreaCodes.usual)
  }

  @Test("names and suffixes are read as texts too, as the document's table types them")
  func textsAreReadToo() throws {
    let codes = try Wire.reply(
      to: CountryCodesCall(),
      #"""
      {"phoneAreaCodeDefinitions":[
        {"areaCode":86,"countryCode":"cn","displayMapping":"{\"en\":\"China\"}","areaCodeSuffixes":"[\"1\"]",
         "mobileRegex":null},
        {"areaCode":"+44","countryCode":"GB","displayMapping":"Britain","areaCodeSuffixes":"7, 8"}]}
      """#)
    #expect(codes.definitions.map(\.areaCode) == ["86", "44"])
    #expect(codes.definitions[0].countryCode == "CN")
    #expect(codes.definitions[0].names == ["en": "China"])
    #expect(codes.definitions[0].suffixes == ["1"])
    #expect(codes.definitions[1].names == ["en": "Britain"])
    #expect(codes.definitions[1].suffixes == ["7", "8"])
    // Without a preferred country the first one is.
    #expect(codes.preferred == "CN")
  }

  @Test("an unreadable country is left out, and the list stays")
  func badCountriesAreLeftOut() throws {
    let codes = try Wire.reply(
      to: CountryCodesCall(),
      #"""
      {"phoneAreaCodeDefinitions":[7,{},{"areaCode":"0","countryCode":"CN"},{"areaCode":"８６","countryCode":"CN"},
        {"areaCode":"86","countryCode":"CHN"},{"areaCode":"12345","countryCode":"CN"},
        {"areaCode":"81","countryCode":"JP","mobileRegex":"((("}],"preferredAreaCode":"JP"}
      """#)
    #expect(codes.definitions.map(\.countryCode) == ["JP"])
    #expect(codes.number("+81 90 1234 5678")?.e164 == "+819012345678")
  }

  @Test(
    "a list without any country cannot be read",
    arguments: [
      "{}", "[]", #"{"phoneAreaCodeDefinitions":[]}"#, #"{"phoneAreaCodeDefinitions":{}}"#,
    ])
  func emptyListsCannotBeRead(_ body: String) {
    #expect(Wire.failure(of: CountryCodesCall(), 200, body)?.outcome == .unreadable)
  }
}
