// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckServer

@Suite("the choice of a language")
struct LanguageChoiceTests {
  @Test(
    "a language range is shortened from its end until it matches a language",
    arguments: [
      ("en", "en"), ("EN-gb", "en"), ("en-GB-oxendict", "en"), ("ja", "ja"), ("ja-JP", "ja"),
      ("ja-Latn-hepburn", "ja"), ("zh", "zh-CN"), ("zh-CN", "zh-CN"), ("zh-SG", "zh-CN"),
      ("zh-Hans", "zh-CN"), ("zh-Hans-HK", "zh-CN"), ("zh-TW", "zh-TW"), ("zh-HK", "zh-TW"),
      ("zh-MO", "zh-TW"), ("zh-Hant", "zh-TW"), ("zh-Hant-SG", "zh-TW"), ("ZH-hAnT-tw", "zh-TW"),
      ("zh-TW-u-co-stroke", "zh-TW"), ("zh-x-private", "zh-CN"), ("cmn-Hant-TW", "zh-TW"),
      ("yue", "zh-TW"), ("de", nil), ("de-en", nil), ("x-en", nil), ("*", nil), ("", nil),
      ("-", nil), ("english", nil), ("zh_TW", nil), ("e", nil),
    ] as [(String, String?)])
  func lookup(range: String, wanted: String?) {
    #expect(PageLanguage(range: range)?.rawValue == wanted)
  }

  @Test(
    "the first available language of ui_locales is chosen",
    arguments: [
      ("ja", "ja"), ("de fr zh-Hant en", "zh-TW"), ("de fr", nil), ("", nil), ("  ja  ", "ja"),
      (String(repeating: "de ", count: 400) + "ja", nil),
    ] as [(String, String?)])
  func locales(value: String, wanted: String?) {
    #expect(PageLanguage(locales: value)?.rawValue == wanted)
  }

  @Test(
    "Accept-Language is evaluated by weight, and then by order",
    arguments: [
      ("ja", "ja"), ("de, ja;q=0.5, en;q=0.7", "en"), ("zh-TW, zh;q=0.9, en;q=0.8", "zh-TW"),
      ("en;q=0.5,ja;q=0.5", "en"), ("en ; q=0.1 , ja ; Q=0.12", "ja"), ("en;q=0, ja;q=0.001", "ja"),
      ("en;q=0", nil), ("*", nil), ("de, *;q=0.5", nil), ("ja;q=2, en;q=0.1", "en"),
      ("ja;q=nan, en;q=0.1", "en"), ("ja;q=1.001, en;q=0.1", "en"), ("ja;q=0.1234, en;q=0.1", "en"),
      ("ja;q=1.000", "ja"), ("ja;q=1.", "ja"), (",,;, ja", "ja"), ("", nil),
      (String(repeating: "de,", count: 60) + "ja", nil),
    ] as [(String, String?)])
  func accepted(field: String, wanted: String?) {
    #expect(PageLanguage(accepting: field)?.rawValue == wanted)
  }
}
