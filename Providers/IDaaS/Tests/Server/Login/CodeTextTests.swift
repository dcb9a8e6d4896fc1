// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("Typed texts")
struct CodeTextTests {
  // attack: I-34
  @Test(
    "codes lose white space, digits of other scripts become ASCII, and the leading zero stays",
    arguments: [
      ("012345", "012345"), (" 012345 ", "012345"), ("012 345", "012345"),
      ("\u{200B}012345\n", "012345"), ("０１２３４５", "012345"), ("٠١٢٣٤٥", "012345"),
      ("۰۱۲۳۴۵", "012345"), ("12345", nil), ("0123456", nil), ("12345a", nil), ("-12345", nil),
      ("१२३४५६", nil), ("", nil), ("   ", nil), (String(repeating: "1", count: 5_000), nil),
    ] as [(String, String?)])
  func codes(_ typed: String, _ read: String?) {
    #expect((try? TypedDigits.read(typed, length: 6)) == read)
  }

  // attack: I-03
  @Test(
    "e-mail addresses are normalised or refused",
    arguments: [
      ("Anna@Example.COM", "anna@example.com"), (" anna@example.com ", "anna@example.com"),
      ("anna+tag@example.com", "anna+tag@example.com"), ("a@x,b@evil.example", nil),
      ("a@x.example\r\nBcc: b@evil.example", nil), ("a@b@example.com", nil),
      ("аnna@example.com", nil), ("anna@exаmple.com", nil), ("anna@localhost", nil),
      ("anna@127.0.0.1", nil), (".anna@example.com", nil), ("an..na@example.com", nil),
      ("\"anna\"@example.com", nil), ("anna@-example.com", nil), ("anna@example.com.", nil),
      (String(repeating: "a", count: 65) + "@example.com", nil),
      (String(repeating: "a", count: 2_000_000) + "@example.com", nil), ("", nil),
    ] as [(String, String?)])
  func addresses(_ typed: String, _ read: String?) {
    #expect((try? EmailAddress.read(typed)) == read)
  }

  @Test("every digit is drawn as often as any other, and a source without randomness is refused")
  func digits() throws {
    // Each byte once: 250 of them are used, 25 for each digit.
    let bytes = (0...255).map { UInt8($0) }
    let text = try DrawnDigits.draw(250) { _ in bytes }
    for digit in "0123456789" { #expect(text.filter { $0 == digit }.count == 25) }
    #expect(throws: Refusal.self) { try DrawnDigits.draw(6) { [UInt8](repeating: 255, count: $0) } }
    #expect(throws: Refusal.self) { try DrawnDigits.draw(6) { _ in [] } }
  }

  // attack: I-04, I-19
  @Test(
    "a nickname is cleaned, cut and only shown",
    arguments: [
      ("Anna", "Anna", "anna"),
      ("<script>alert(1)</script>", "<script>alert(1)</script>", "scriptalert1scri"),
      ("a\u{202E}b\u{0000}c\r\nd", "abcd", "abcd"), ("小明", "小明", "user"), ("   ", nil, "user"),
      (
        String(repeating: "x", count: 10_000), String(repeating: "x", count: 64), "xxxxxxxxxxxxxxxx"
      ),
      (
        "e" + String(repeating: "\u{0301}", count: 10_000),
        "e" + String(repeating: "\u{0301}", count: 63), "user"
      ),
    ] as [(String, String?, String)])
  func nicknames(_ nickname: String, _ shown: String?, _ start: String) throws {
    let name = UpstreamText.name(nickname)
    #expect(name.map { Array($0.unicodeScalars) } == shown.map { Array($0.unicodeScalars) })
    let userName = IDaaSServer.userName(from: name, [UInt8](repeating: 0, count: 10))
    if start != "user" || name?.isEmpty != false || name == "小明" {
      #expect(userName == start + "_2222222222")
    }
    #expect(throws: Never.self) { try UserName(userName) }
  }

  // attack: I-18
  @Test(
    "a picture is an https address of a named host",
    arguments: [
      ("https://tvax1.sinaimg.cn/a.jpg", true), ("http://tvax1.sinaimg.cn/a.jpg", false),
      ("http://169.254.169.254/latest", false), ("https://169.254.169.254/latest", false),
      ("file:///etc/passwd", false), ("javascript:alert(1)", false),
      ("https://example.com/a.svg", false), ("https://user@example.com/a.png", false),
      ("https://example.com/" + String(repeating: "a", count: 4_096), false),
    ])
  func pictures(_ address: String, _ isShown: Bool) {
    #expect(UpstreamText.picture(address) == (isShown ? address : nil))
  }

  @Test("contacts in a log are masked")
  func masked() {
    #expect(Contact.phone("+8613812343636").masked == "+86138****3636")
    #expect(Contact.phone("+85251234567").masked == "+852****4567")
    #expect(Contact.phone("+1234").masked == "****")
    #expect(Contact.email("anna@example.com").masked == "a***@example.com")
  }

  @Test(
    "the language of responses follows the tag of the app or the system",
    arguments: [
      ("zh", "zh-CN"), ("zh-Hant-HK", "zh-TW"), ("zh_TW", "zh-TW"), ("zh-Hans-TW", "zh-CN"),
      ("en-GB", "en"), ("fr", nil), ("", nil),
    ] as [(String, String?)])
  func languages(_ tag: String, _ language: String?) {
    #expect(ResponseLanguage.known(tag) == language)
  }

  @Test("the supported language with the highest weight in Accept-Language is used")
  func wanted() {
    #expect(ResponseLanguage.wanted("fr, en;q=0.5, zh-TW;q=0.9") == "zh-TW")
    #expect(ResponseLanguage.wanted("zh;q=0, en;q=0.1") == "en")
    #expect(ResponseLanguage.wanted("fr") == nil)
  }
}
